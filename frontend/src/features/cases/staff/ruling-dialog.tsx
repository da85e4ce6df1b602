import {
  appealHours,
  type RulingOutcome,
  type RulingReason,
  rulingOutcomes,
  rulingReasons,
} from '@matgyo/contracts/cases';
import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { appellantOf } from '@matgyo/ledger/trade/losing-side';
import { useId, useState } from 'react';
import { useRequestApproval } from '../../../api/approvals.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useTradePayment } from '../../../api/trade-payment.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormFailure } from '../../../ui/form-page.tsx';
import { StatementField } from '../../../ui/statement-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCaseWords } from '../case-labels.ts';
import { useCaseAct } from '../cases.ts';

interface RulingDialogProps {
  readonly one: CaseView;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Rules on a dispute: the outcome, its grounds, and a preview of the amounts that it moves. */
export default function RulingDialog({ one, open, onClose }: RulingDialogProps) {
  const { t } = useTexts();
  const { outcomes, grounds } = useCaseWords();
  const id = useId();
  const act = useCaseAct(one._id);
  const requesting = useRequestApproval();
  const [outcome, setOutcome] = useState<RulingOutcome>('complete');
  const [reasons, setReasons] = useState<readonly RulingReason[]>([]);
  const [statement, setStatement] = useState('');
  const [tried, setTried] = useState(false);
  const needsApproval = isFailure(act.error, 'APPROVAL_NEEDED');
  const error = requesting.error ?? act.error;
  const busy = act.isPending || requesting.isPending;
  const missesReason = tried && reasons.length === 0;
  const missesText = tried && statement.trim() === '';
  const rule = () => {
    setTried(true);
    const said = statement.trim();
    if (reasons.length === 0 || said === '' || busy) return;
    const ruling = { reasons: [...reasons], statement: said };
    const sent = needsApproval
      ? requesting.mutateAsync({ kind: 'ruling', caseId: one._id, outcome, ...ruling })
      : act.mutateAsync({ act: 'rule', outcome, ...ruling });
    sent.then(
      () => {
        toast({ kind: 'done', text: needsApproval ? t('approval.asked') : t('dispute.ruled') });
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <Dialog
      open={open}
      held={busy}
      title={t('dispute.rule')}
      onClose={onClose}
      failure={<FormFailure text={error === null ? undefined : failureText(error, t, t('dispute.failed'))} />}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            variant={outcome === 'complete' ? 'primary' : 'danger'}
            busy={busy}
            className="max-md:flex-auto"
            onClick={rule}
          >
            {needsApproval ? t('approval.ask') : t('dispute.ruleTo', { outcome: outcomes[outcome] })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 px-8 pb-6 max-md:px-5">
        <Chips
          label={t('dispute.outcome')}
          chosen={outcome}
          onChoose={setOutcome}
          choices={rulingOutcomes.map((value) => ({ value, label: outcomes[value] }))}
        />
        <Effect one={one} outcome={outcome} />
        <fieldset className="border-0">
          <legend className="font-strong">{t('dispute.grounds')}</legend>
          {rulingReasons.map((reason) => (
            <label key={reason} className="flex min-h-8 items-center gap-2.5 max-md:min-h-10">
              <input
                type="checkbox"
                checked={reasons.includes(reason)}
                className="size-4 flex-none accent-accent"
                onChange={({ target }) =>
                  setReasons(
                    target.checked ? [...reasons, reason] : reasons.filter((chosen) => chosen !== reason),
                  )
                }
              />
              {grounds[reason]}
            </label>
          ))}
          <p role="alert" className="text-danger text-small empty:hidden">
            {missesReason ? t('dispute.groundsMissing') : undefined}
          </p>
          {reasons.length > 0 && <Appealable outcome={outcome} reasons={reasons} />}
        </fieldset>
        <StatementField
          id={id}
          label={t('dispute.rulingText')}
          value={statement}
          rows={3}
          onChange={setStatement}
          error={missesText ? t('dispute.missing') : undefined}
        />
      </div>
    </Dialog>
  );
}

interface AppealableProps {
  readonly outcome: RulingOutcome;
  readonly reasons: readonly RulingReason[];
}

/** Which parties can appeal against this ruling. */
function Appealable({ outcome, reasons }: AppealableProps) {
  const { t } = useTexts();
  const hours = { hours: appealHours };
  const texts = { sell: t('dispute.appealSeller', hours), buy: t('dispute.appealBuyer', hours) };
  const appellant = appellantOf(outcome, reasons);
  return (
    <p className="mt-1.5 text-fg-muted text-small">
      {appellant === null ? t('dispute.appealEither', hours) : texts[appellant]}
    </p>
  );
}

/** The amounts that the ruling moves, calculated like the ledger's. */
function Effect({ one, outcome }: { readonly one: CaseView; readonly outcome: RulingOutcome }) {
  const { t } = useTexts();
  const payment = useTradePayment(one.tradeId);
  if (outcome === 'cancel')
    return (
      <p className="rounded-lg bg-surface px-4 py-3 text-small">
        {t('dispute.effectCancel')} <UsdtAmount value={one.amount} unit />
      </p>
    );
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-lg bg-surface px-4 py-3 text-small">
      <dt className="text-fg-subtle">{t('dispute.effectSettled')}</dt>
      <dd className="text-right">
        <UsdtAmount value={one.amount} unit />
      </dd>
      <dt className="text-fg-subtle">{t('dispute.effectWon')}</dt>
      <dd className="text-right">
        <KrwAmount value={one.krw} />
      </dd>
      <dt className="text-fg-subtle">{t('dispute.effectFee')}</dt>
      <dd className="text-right">{payment?.fee ? <UsdtAmount value={payment.fee} unit /> : '–'}</dd>
      <dt className="text-fg-subtle">{t('dispute.effectGiven')}</dt>
      <dd className="text-right">{payment?.toGive ? <UsdtAmount value={payment.toGive} unit /> : '–'}</dd>
    </dl>
  );
}
