import { inquiryLengthMax } from '@matgyo/contracts/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type BodyOf, call } from '../../api/call.ts';
import { useSender } from '../../api/command.ts';
import { queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Chips } from '../../ui/choice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { StatementField } from '../../ui/statement-field.tsx';
import { toast } from '../../ui/toast.ts';
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
  const submit = useSubmitInquiry(() => {
    toast({ kind: 'done', text: t('inquiry.sent') });
    setDescription('');
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
      <div>
        <p className="mb-1.5 text-fg-muted text-small font-medium">{t('inquiry.about')}</p>
        <Chips
          label={t('inquiry.about')}
          chosen={chosen}
          onChoose={onSubject}
          choices={(Object.keys(subjects) as Subject[]).map((value) => ({
            value,
            label: t(`inquiry.titles.${subjects[value]}`),
          }))}
        />
      </div>
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

/**
 * Sends an inquiry. The same text sent again after a lost response is stored once. `onDone` is called even if the form
 * has gone meanwhile.
 */
function useSubmitInquiry(onDone: () => void) {
  const queryClient = useQueryClient();
  const send = useSender();
  return useMutation({
    mutationFn: (draft: Omit<BodyOf<typeof inquiryPaths.submitInquiry>, 'clientId'>) =>
      send({
        name: JSON.stringify(draft),
        send: (clientId) => call(inquiryPaths.submitInquiry, { body: { ...draft, clientId } }),
      }),
    onSuccess: () => {
      onDone();
      return queryClient.invalidateQueries({ queryKey: queryKeys.own.inquiries });
    },
  });
}
