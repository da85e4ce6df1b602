import { reversalPaths } from '@matgyo/contracts/paths/reversals';
import { type ReversalReason, reversalReasons, reversalTexts } from '@matgyo/contracts/reversals';
import { useId } from 'react';
import { useRequestApproval } from '../../api/approvals.ts';
import { isFailure } from '../../api/call-failure.ts';
import { command, useCommand } from '../../api/command.ts';
import { queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../ui/amount.tsx';
import type { Opened } from '../../ui/dialog.tsx';
import { Effects } from '../../ui/effects.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonChoice, useReason } from '../../ui/reason-choice.tsx';
import { StatementField } from '../../ui/statement-field.tsx';
import { useStatement } from '../../ui/use-statement.ts';
import type { CompletedTrade } from './record-details.tsx';

interface ReversalDialogProps extends Opened {
  readonly trade: CompletedTrade;
}

const { admin, trades } = queryKeys.own;

interface Why {
  readonly reason: ReversalReason;
  readonly statement: string;
}

/** Requests another admin's approval or, where there is no other admin, reverses the trade at once. */
function useReversal(tradeId: string) {
  const { t } = useTexts();
  const requesting = useRequestApproval({ done: t('approval.requested') });
  const reversing = useCommand({
    command: (body: Why) => command(reversalPaths.reverse, { params: { id: tradeId }, body }),
    done: t('reversal.done'),
    changes: [admin.orders, trades.all],
    untilShown: true,
  });
  const isAlone = isFailure(requesting.error, 'APPROVAL_NOT_NEEDED');
  return {
    error: reversing.error ?? (isAlone ? null : requesting.error),
    busy: reversing.isPending || requesting.isPending,
    send: (why: Why): Promise<unknown> =>
      requesting.mutateAsync({ kind: 'reversal', tradeId, ...why }).catch((error: unknown) => {
        if (!isFailure(error, 'APPROVAL_NOT_NEEDED')) throw error;
        return reversing.mutateAsync(why);
      }),
  };
}

/**
 * Why a completed trade is reversed and what that changes. Asks for another admin's approval; the only admin types the
 * amount in won, and the trade is reversed at once.
 */
export default function ReversalDialog({ trade, open, onClose }: ReversalDialogProps) {
  const { t, failureText } = useTexts();
  const id = useId();
  const { error, busy, send } = useReversal(trade.tradeId);
  const reason = useReason<ReversalReason>(t('reversal.reasonMissing'));
  const statement = useStatement(`reversal:${trade.tradeId}`, t('reversal.textMissing'));
  const reverse = () => {
    reason.check();
    statement.check();
    if (reason.chosen === undefined) return document.getElementsByName(`${id}-reason`)[0]?.focus();
    if (statement.written === '') return document.getElementById(id)?.focus();
    send({ reason: reason.chosen, statement: statement.written }).then(
      () => {
        statement.clear();
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <FormDialog
      open={open}
      busy={busy}
      title={t('reversal.reverse')}
      submitLabel={t('approval.ask')}
      failure={failureText(error, t('reversal.failed'))}
      onSubmit={reverse}
      onClose={onClose}
    >
      <Effect trade={trade} />
      <ReasonChoice
        id={`${id}-reason`}
        title={t('reversal.reason')}
        reasons={reversalReasons.filter((one) => one !== 'OVERTURNED_ON_APPEAL' || trade.caseId !== null)}
        texts={reversalTexts}
        {...reason.field}
      />
      <StatementField {...statement.field} id={id} label={t('reversal.textForAdmins')} rows={3} />
    </FormDialog>
  );
}

function Effect({ trade }: Pick<ReversalDialogProps, 'trade'>) {
  const { t } = useTexts();
  return (
    <>
      <div className="grid gap-1 text-small">
        <p className="text-fg-muted">{t('reversal.effect')}</p>
        <p className="font-strong">{t('reversal.final')}</p>
      </div>
      <Effects
        rows={{
          [trade.type === 'Buy' ? t('label.buyer') : t('label.seller')]: trade.nickname,
          [t('label.amount')]: <UsdtAmount value={trade.amount} unit />,
          [t('label.krw')]: <KrwAmount value={trade.krw} />,
          [t('reversal.feeBack')]: trade.fee === null ? undefined : <UsdtAmount value={trade.fee} unit />,
        }}
      />
    </>
  );
}
