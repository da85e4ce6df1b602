import { reversalPaths } from '@matgyo/contracts/paths/reversals';
import { type ReversalReason, reversalReasons } from '@matgyo/contracts/reversals';
import { useId, useState } from 'react';
import { useRequestApproval } from '../../api/approvals.ts';
import { isFailure } from '../../api/call-failure.ts';
import { command, useCommand } from '../../api/command.ts';
import { failureText } from '../../api/failure-text.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../../ui/form-page.tsx';
import { useReversalWords } from '../../ui/reversal-labels.ts';
import { StatementField } from '../../ui/statement-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { CompletedTrade } from './reverse-trade.tsx';

interface ReversalDialogProps {
  readonly trade: CompletedTrade;
  readonly open: boolean;
  readonly onClose: () => void;
}

const { admin, trades } = queryKeys.own;

const useReverse = (tradeId: string) =>
  useCommand({
    command: (body: { readonly reason: ReversalReason; readonly statement: string }) =>
      command(reversalPaths.reverse, { params: { id: tradeId }, body }),
    changes: [admin.orders, trades.all],
    untilShown: true,
  });

/** Why a completed trade is reversed and what that changes. Where another admin has to agree, asks for that. */
export default function ReversalDialog({ trade, open, onClose }: ReversalDialogProps) {
  const { t } = useTexts();
  const reasons = useReversalWords();
  const id = useId();
  const reversing = useReverse(trade.tradeId);
  const requesting = useRequestApproval();
  const [reason, setReason] = useState<ReversalReason>(reversalReasons[0]);
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const needsApproval = isFailure(reversing.error, 'APPROVAL_NEEDED');
  const error = requesting.error ?? (needsApproval ? null : reversing.error);
  const busy = reversing.isPending || requesting.isPending;
  const reverse = () => {
    setTried(true);
    const statement = text.trim();
    if (statement === '' || busy) return;
    const sent = needsApproval
      ? requesting.mutateAsync({ kind: 'reversal', tradeId: trade.tradeId, reason, statement })
      : reversing.mutateAsync({ reason, statement });
    sent.then(
      () => {
        toast({ kind: 'done', text: needsApproval ? t('approval.asked') : t('reversal.done') });
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <Dialog
      open={open}
      held={busy}
      title={t('reversal.reverse')}
      onClose={onClose}
      failure={
        <FormFailure text={error === null ? undefined : failureText(error, t, t('reversal.failed'))} />
      }
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button variant="danger" busy={busy} className="max-md:flex-auto" onClick={reverse}>
            {needsApproval ? t('approval.ask') : t('reversal.reverse')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 px-8 pb-6 max-md:px-5">
        <p className="text-fg-muted text-small">{t('reversal.effect')}</p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-lg bg-surface px-4 py-3 text-small">
          <dt className="text-fg-subtle">{t('deals.amount')}</dt>
          <dd className="text-right">
            <UsdtAmount value={trade.amount} unit />
          </dd>
          <dt className="text-fg-subtle">{t('deals.krw')}</dt>
          <dd className="text-right">
            <KrwAmount value={trade.krw} />
          </dd>
          {trade.fee !== null && (
            <>
              <dt className="text-fg-subtle">{t('reversal.feeBack')}</dt>
              <dd className="text-right">
                <UsdtAmount value={trade.fee} unit />
              </dd>
            </>
          )}
        </dl>
        <fieldset className="border-0">
          <legend className="font-strong">{t('reversal.reason')}</legend>
          {reversalReasons.map((value) => (
            <label key={value} className="flex min-h-8 items-center gap-2.5 max-md:min-h-10">
              <input
                type="radio"
                name={`${id}-reason`}
                checked={reason === value}
                className="size-4 flex-none accent-accent"
                onChange={() => setReason(value)}
              />
              {reasons[value]}
            </label>
          ))}
        </fieldset>
        <StatementField
          id={id}
          label={t('reversal.text')}
          value={text}
          rows={3}
          onChange={setText}
          error={tried && text.trim() === '' ? t('reversal.textMissing') : undefined}
        />
        <p role="status" className="text-small empty:hidden">
          {needsApproval ? t('reversal.takesTwo') : undefined}
        </p>
      </div>
    </Dialog>
  );
}
