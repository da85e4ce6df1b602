import { type RulingOutcome, type RulingReason, rulingOutcomes } from '@matgyo/contracts/cases';
import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { useId, useState } from 'react';
import { useRequestApproval } from '../../../api/approvals.ts';
import type { BodyOf } from '../../../api/call.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { command } from '../../../api/command.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Chips } from '../../../ui/choice.tsx';
import type { Opened } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { StatementField } from '../../../ui/statement-field.tsx';
import { useStatement } from '../../../ui/use-statement.ts';
import { useCaseCommand } from '../cases.ts';
import { ArrivedStatements, useReadStatements } from './arrived-statements.tsx';
import { Appealable, Effect, GroundsField, PartField, partOf } from './ruling-fields.tsx';

export default function RulingDialog({ one, open, onClose }: Opened & { readonly one: CaseView }) {
  const { t, failureText } = useTexts();
  const id = useId();
  const statement = useStatement(`ruling:${one._id}`, t('dispute.missing'));
  const onDone = () => {
    statement.clear();
    onClose();
  };
  const ruling = useCaseCommand(
    (body: BodyOf<typeof casePaths.rule>) => command(casePaths.rule, { params: { id: one._id }, body }),
    { done: t('dispute.ruled'), onDone },
  );
  const requesting = useRequestApproval({ done: t('approval.requested'), onDone });
  const [outcome, setOutcome] = useState<RulingOutcome>();
  const [reasons, setReasons] = useState<readonly RulingReason[]>([]);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  // Another admin may have gone or come since the dispute was loaded.
  const [answered, setAnswered] = useState<boolean>();
  const needsApproval = answered ?? one.needsApproval;
  const reading = useReadStatements(one, open);
  const onError = (refusal: Error) => {
    reading.onError(refusal);
    if (isFailure(refusal, 'APPROVAL_NEEDED', 'APPROVAL_NOT_NEEDED'))
      setAnswered(refusal.code === 'APPROVAL_NEEDED');
  };
  const error = requesting.error ?? ruling.error;
  const busy = ruling.isPending || requesting.isPending;
  const read = outcome === 'complete' ? partOf(typed, one) : undefined;
  const isWrongAmount = read === 'wrong';
  const part = isWrongAmount ? undefined : read;
  const missesReason = tried && reasons.length === 0;
  const rule = () => {
    setTried(true);
    statement.check();
    const { written } = statement;
    if (outcome === undefined || reasons.length === 0 || written === '' || isWrongAmount) return;
    const statements = reading.attempt();
    const body = { outcome, reasons: [...reasons], statement: written, amount: part, statements };
    // What came of an earlier attempt of the other kind no longer counts.
    (needsApproval ? ruling : requesting).reset();
    if (needsApproval) requesting.mutate({ kind: 'ruling', caseId: one._id, ...body }, { onError });
    else ruling.mutate(body, { onError });
  };
  return (
    <FormDialog
      open={open}
      busy={busy}
      danger={outcome === 'cancel'}
      title={t('dispute.rule')}
      submitLabel={
        needsApproval
          ? t('approval.ask')
          : outcome === undefined
            ? t('dispute.rule')
            : t('dispute.ruleTo', { outcome: t(`dispute.outcomes.${outcome}`) })
      }
      closeLabel={t('close')}
      failure={failureText(error, t('dispute.failed'))}
      onSubmit={rule}
      onClose={onClose}
    >
      <ArrivedStatements one={one} {...reading} />
      {needsApproval && <p>{t('approval.needed')}</p>}
      <Chips
        inForm
        label={t('dispute.outcome')}
        chosen={outcome}
        onChoose={setOutcome}
        choices={rulingOutcomes.map((value) => ({ value, label: t(`dispute.outcomes.${value}`) }))}
      />
      {outcome === 'complete' && (
        <PartField one={one} typed={typed} onType={setTyped} isWrong={isWrongAmount} />
      )}
      <FieldError
        id={`${id}-outcome`}
        error={tried && outcome === undefined ? t('dispute.outcomeMissing') : undefined}
      />
      {outcome !== undefined && <Effect one={one} outcome={outcome} part={part} />}
      <GroundsField chosen={reasons} onChoose={setReasons} isMissing={missesReason}>
        {outcome !== undefined && reasons.length > 0 && (
          <Appealable outcome={outcome} amount={part} reasons={reasons} />
        )}
      </GroundsField>
      <StatementField {...statement.field} id={id} label={t('dispute.rulingText')} rows={3} />
    </FormDialog>
  );
}
