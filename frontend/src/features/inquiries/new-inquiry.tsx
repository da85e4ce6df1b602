import { inquiryLengthMax } from '@matgyo/contracts/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { useRef, useState } from 'react';
import { type BodyOf, call } from '../../api/call.ts';
import { useCommand } from '../../api/command.ts';
import { queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { Chips } from '../../ui/choice.tsx';
import type { Opened } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { StatementField } from '../../ui/statement-field.tsx';
import { useStatement } from '../../ui/use-statement.ts';
import { type Subject, subjects } from './inquiry-status.tsx';

interface NewInquiryProps extends Opened {
  readonly subject: Subject;
  readonly onSubject: (subject: Subject) => void;
}

/** A new inquiry: subject and text. The draft is kept until it is sent. */
export default function NewInquiry({ open, subject, onSubject, onClose }: NewInquiryProps) {
  const { t, failureText } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  // Keeps its subject while it closes.
  const [chosen, setChosen] = useState(subject);
  if (open && chosen !== subject) setChosen(subject);
  const description = useStatement('inquiry', t('inquiry.missing'));
  // The same text sent again after a lost response is stored once.
  const submit = useCommand({
    command: (draft: Omit<BodyOf<typeof inquiryPaths.submitInquiry>, 'clientId'>) => ({
      name: JSON.stringify(draft),
      send: (clientId) => call(inquiryPaths.submitInquiry, { body: { ...draft, clientId } }),
    }),
    done: t('inquiry.sent'),
    onDone: () => description.clear(),
    changes: [queryKeys.own.inquiries],
    untilShown: true,
  });

  const send = () => {
    description.check();
    if (description.written === '') return field.current?.focus();
    submit.mutate({ title: subjects[chosen], description: description.written }, { onSuccess: onClose });
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
        {...description.field}
        ref={field}
        id="description"
        label={t('inquiry.description')}
        rows={6}
        lengthMax={inquiryLengthMax}
      />
    </FormDialog>
  );
}
