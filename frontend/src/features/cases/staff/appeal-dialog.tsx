import { type AppealOutcome, appealOutcomes } from '@matgyo/contracts/cases';
import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { useId, useState } from 'react';
import type { BodyOf } from '../../../api/call.ts';
import { command } from '../../../api/command.ts';
import { useTexts } from '../../../i18n/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import type { Opened } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { StatementField } from '../../../ui/statement-field.tsx';
import { useStatement } from '../../../ui/use-statement.ts';
import { useCaseCommand } from '../cases.ts';
import { ArrivedStatements, useReadStatements } from './arrived-statements.tsx';

/** Decides an appeal for good. A completed trade can only be reversed on its own page, which decides the appeal too. */
export default function AppealDialog({ one, open, onClose }: Opened & { readonly one: CaseView }) {
  const { t, failureText } = useTexts();
  const id = useId();
  const isCompleted = one.outcome === 'complete';
  const [outcome, setOutcome] = useState<AppealOutcome | undefined>(isCompleted ? 'confirm' : undefined);
  const [tried, setTried] = useState(false);
  const statement = useStatement(`appeal-ruling:${one._id}`, t('dispute.missing'));
  const onDone = () => {
    statement.clear();
    onClose();
  };
  const deciding = useCaseCommand(
    (body: BodyOf<typeof casePaths.ruleOnAppeal>) =>
      command(casePaths.ruleOnAppeal, { params: { id: one._id }, body }),
    { done: t('dispute.appealDecided'), onDone },
  );
  const reading = useReadStatements(one, open);
  const labels = { confirm: t('dispute.appealConfirm'), overturn: t('dispute.appealOverturn') };
  const decide = () => {
    setTried(true);
    statement.check();
    if (outcome === undefined || statement.written === '') return;
    const body = { outcome, statement: statement.written, statements: reading.attempt() };
    deciding.mutate(body, { onError: reading.onError });
  };
  return (
    <FormDialog
      open={open}
      busy={deciding.isPending}
      title={t('dispute.appealDecide')}
      submitLabel={
        outcome === undefined
          ? t('dispute.appealDecide')
          : t('dispute.appealDecideTo', { outcome: labels[outcome] })
      }
      failure={failureText(deciding.error, t('dispute.failed'))}
      onSubmit={decide}
      onClose={onClose}
    >
      <ArrivedStatements one={one} {...reading} />
      {one.takenByMe && <p>{t('dispute.appealOwn')}</p>}
      {isCompleted ? (
        <div className="grid justify-items-start gap-2 rounded-lg bg-surface px-4 py-3 text-small">
          <p>{t('dispute.appealReverse')}</p>
          <ButtonLink to={`/admin/transaction/${one.sell._id}`} size="medium">
            {t('dispute.appealReverseLink')}
          </ButtonLink>
        </div>
      ) : (
        <>
          <Chips
            label={t('dispute.appeal')}
            chosen={outcome}
            onChoose={setOutcome}
            choices={appealOutcomes.map((value) => ({ value, label: labels[value] }))}
          />
          <FieldError
            id={`${id}-outcome`}
            error={tried && outcome === undefined ? t('dispute.appealOutcomeMissing') : undefined}
          />
          {outcome === 'overturn' && (
            <p className="rounded-lg bg-surface px-4 py-3 text-small">{t('dispute.appealNote')}</p>
          )}
        </>
      )}
      <StatementField {...statement.field} id={id} label={t('dispute.appealGrounds')} rows={3} />
    </FormDialog>
  );
}
