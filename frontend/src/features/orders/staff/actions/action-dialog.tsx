import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { OrderNow as Changed } from '@matgyo/contracts/ledger-refusals';
import { type UnmarkedReason, unmarkedReasons } from '@matgyo/contracts/payment-steps';
import type { RejectionReason } from '@matgyo/contracts/rejection-reasons';
import { useState } from 'react';
import { useRequestApproval } from '../../../../api/approvals.ts';
import { isFailure } from '../../../../api/call-failure.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { useTradePayment } from '../../../../api/trade-payment.ts';
import { formatUsdt } from '../../../../format/amount.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { ChangedBand } from '../../../../ui/changed-band.tsx';
import { Chips } from '../../../../ui/choice.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { useUnmarkedWords } from '../../../../ui/reason-labels.ts';
import { toast } from '../../../../ui/toast.ts';
import { WaitingApproval } from '../../../../ui/waiting-approval.tsx';
import { useWaitingApproval } from '../../../../ui/waiting-approvals.ts';
import { lacksMarks } from '../payment/marks.ts';
import { TradeMarks } from '../payment/trade-marks.tsx';
import { useActionLabels } from './action-labels.ts';
import { type Action, factsOf, matchesFor, mayStill, type OrderFacts } from './actions.ts';
import { ReasonChoice } from './reason-choice.tsx';
import { RejectionReasons } from './rejection-reasons.tsx';
import { useOrderAction } from './use-order-action.ts';
import { useChanges, useOrderNow } from './use-order-now.ts';

export interface ActionDialogProps {
  readonly action: Action;
  /** As it was when the dialog was opened. */
  readonly order: AdminOrderView;
  /** Undefined: its first match. */
  readonly tradeId?: string | undefined;
  /** As its queue lists it now; undefined if it is in no queue. */
  readonly listed: AdminOrderView | undefined;
  readonly open: boolean;
  readonly returnTo?: (() => HTMLElement | null) | undefined;
  readonly onClose: () => void;
  readonly onDone: (order: AdminOrderView) => void;
}

/**
 * Asks for confirmation of an action. If the order changes meanwhile, it shows the changes and asks again. The action
 * is always sent with the revision on screen.
 */
export default function ActionDialog(props: ActionDialogProps) {
  const { action, order, tradeId, listed, open, returnTo, onClose, onDone } = props;
  const { t, language } = useTexts();
  const words = useActionLabels();
  const changesOf = useChanges();
  const doing = useOrderAction();
  const requesting = useRequestApproval();
  const [needsApproval, setNeedsApproval] = useState(false);
  const [refused, setRefused] = useState<OrderFacts>();
  const [chosen, setChosen] = useState(tradeId);
  const [reason, setReason] = useState<RejectionReason>();
  // Preselected, so that Enter completes.
  const [whyUnmarked, setWhyUnmarked] = useState<UnmarkedReason>(unmarkedReasons[0]);
  const unmarkedWords = useUnmarkedWords();
  const [reasonMissing, setReasonMissing] = useState(false);
  const seen = factsOf(order);
  const now = useOrderNow(order._id, seen, doing.isPending || doing.isSuccess ? order : listed, refused);
  const live = matchesFor(action, order);
  const match = live.find((each) => each.tradeId === chosen) ?? live[0];
  const payment = useTradePayment(action === 'complete' ? match?.tradeId : undefined);
  // While the payment is loading, no reason is asked for or sent.
  const unmarked = action === 'complete' && lacksMarks(payment) === true ? whyUnmarked : undefined;
  const waits = useWaitingApproval(action === 'complete' ? match?.tradeId : undefined);
  const possible = (!now.moved || mayStill(action, now.facts.status)) && waits === undefined;
  const { title, text, label, labelNow, done } = words(action, { ...order, match });
  const no = action === 'cancel' || action === 'cancelMatch' ? t('close') : t('act.no');
  const fail = (error: unknown) => {
    const changed = isFailure(error, 'STALE_REVISION')
      ? changedOf(error.facts.details, order._id)
      : undefined;
    if (changed !== undefined) return setRefused(changed);
    if (isFailure(error, 'APPROVAL_NEEDED')) return setNeedsApproval(true);
    toast({ kind: 'failed', text: failureText(error, t, t('act.failed')) });
    // The same action can be retried with the same key, so the dialog stays.
    if (!isFailure(error, 'NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'TRADE_NOT_FINISHED', 'IN_PROGRESS'))
      onClose();
  };
  const confirm = () => {
    if (!possible) return onClose();
    if (action === 'reject' && reason === undefined) return setReasonMissing(true);
    if (needsApproval && match !== undefined) {
      const asked = { kind: 'completion' as const, tradeId: match.tradeId };
      requesting.mutateAsync({ ...asked, ...(unmarked && { reason: unmarked }) }).then(() => {
        toast({ kind: 'done', text: t('approval.asked') });
        onClose();
      }, fail);
      return;
    }
    // A promise, because the result is shown even if this screen is gone.
    doing.mutateAsync({ action, order, match, reason, unmarked, revision: now.facts.revision }).then(() => {
      toast({ kind: 'done', text: done });
      onDone(order);
    }, fail);
  };
  return (
    <Confirm
      open={open}
      ready
      danger={possible && action !== 'approve' && action !== 'complete'}
      busy={doing.isPending || requesting.isPending}
      title={title}
      confirmLabel={
        !possible
          ? t('close')
          : needsApproval
            ? t('approval.ask')
            : now.moved
              ? labelNow(formatUsdt(now.facts.open, language))
              : label
      }
      cancelLabel={possible ? no : undefined}
      returnTo={returnTo}
      onCancel={onClose}
      onConfirm={confirm}
    >
      {now.moved && (
        <ChangedBand
          key={now.facts.revision}
          takesFocus
          by={now.by}
          changes={changesOf(seen, now.facts)}
          text={possible ? t('changed.askAgain') : t('changed.tooLate')}
          className="-mx-2 mb-3 rounded-lg"
        />
      )}
      {live.length > 1 && (
        <div className="mb-3">
          <Chips
            label={t('act.which')}
            chosen={match?.tradeId ?? ''}
            onChoose={setChosen}
            choices={live.map((each) => ({
              value: each.tradeId,
              label: `${each.counterpart} ${formatUsdt(each.amount, language)}`,
            }))}
          />
        </div>
      )}
      {waits !== undefined && <WaitingApproval approval={waits} />}
      {possible && <p>{needsApproval ? t('approval.needed') : text}</p>}
      <p className="mt-1 text-small">
        {order.orderCode} · {order.userId.nickname} · {formatUsdt(order.amount, language)} USDT
      </p>
      {possible && payment !== undefined && (
        <div className="mt-3">
          <TradeMarks orderId={order._id} payment={payment} />
        </div>
      )}
      {possible && unmarked !== undefined && (
        <ReasonChoice
          title={t('marks.reason')}
          reasons={unmarkedReasons}
          wordOf={(why) => unmarkedWords[why]}
          chosen={unmarked}
          onChoose={setWhyUnmarked}
        />
      )}
      {possible && action === 'reject' && (
        <RejectionReasons chosen={reason} missing={reasonMissing} onChoose={setReason} />
      )}
    </Confirm>
  );
}

/** The order's new state in the details of a refusal. */
function changedOf(details: Readonly<Record<string, unknown>>, orderId: string): OrderFacts | undefined {
  const changed = (details['changed'] ?? []) as readonly Changed[];
  return changed.find((each) => each.orderId === orderId);
}
