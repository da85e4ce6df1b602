import { inquiryLengthMax } from '@matgyo/contracts/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { useRef, useState } from 'react';
import { type BodyOf, call } from '../../api/call.ts';
import { useCommand } from '../../api/command.ts';
import { queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Chips } from '../../ui/choice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { StatementField } from '../../ui/statement-field.tsx';
import { type Subject, subjects } from './inquiry-status.tsx';

interface NewInquiryProps {
  readonly open: boolean;
  readonly subject: Subject;
  readonly onSubject: (subject: Subject) => void;
  readonly onClose: () => void;
}

/** A new inquiry: subject and text. The draft is kept until it is sent. */
export default function NewInquiry({ open, subject, onSubject, onClose }: NewInquiryProps) {
  const { t, failureText } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  // Keeps its subject while it closes.
  const [chosen, setChosen] = useState(subject);
  if (open && chosen !== subject) setChosen(subject);
  const [description, setDescription] = useDraft('inquiry');
  const [missing, setMissing] = useState(false);
  // The same text sent again after a lost response is stored once.
  const submit = useCommand({
    command: (draft: Omit<BodyOf<typeof inquiryPaths.submitInquiry>, 'clientId'>) => ({
      name: JSON.stringify(draft),
      send: (clientId) => call(inquiryPaths.submitInquiry, { body: { ...draft, clientId } }),
    }),
    done: t('inquiry.sent'),
    onDone: () => setDescription(''),
    changes: [queryKeys.own.inquiries],
    untilShown: true,
  });

  const send = () => {
    const text = description.trim();
    setMissing(text === '');
    if (text === '') {
      field.current?.focus();
      return;
    }
    submit.mutate({ title: subjects[chosen], description: text }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      open={open}
      busy={submit.isPending}
      title={t('inquiry.new')}
      submitLabel={t('inquiry.send')}
      failure={failureText(submit.error, t('inquiry.failed'))}
      initialFocus={field}
      onSubmit={send}
      onClose={onClose}
    >
      <Chips
        inForm
        label={t('inquiry.about')}
        chosen={chosen}
        onChoose={onSubject}
        choices={(Object.keys(subjects) as Subject[]).map((value) => ({
          value,
          label: t(`inquiry.titles.${subjects[value]}`),
        }))}
      />
      <StatementField
        ref={field}
        id="description"
        label={t('inquiry.description')}
        rows={6}
        lengthMax={inquiryLengthMax}
        value={description}
        onChange={(text) => {
          setDescription(text);
          setMissing(false);
        }}
        error={missing ? t('inquiry.missing') : undefined}
      />
    </FormDialog>
  );
}
