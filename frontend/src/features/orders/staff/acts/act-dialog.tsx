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
import { useActWords } from './act-labels.ts';
import { type Act, factsOf, matchesFor, mayStill, type OrderFacts } from './acts.ts';
import { ReasonChoice } from './reason-choice.tsx';
import { RejectionReasons } from './rejection-reasons.tsx';
import { useAct } from './use-act.ts';
import { useChanges, useOrderNow } from './use-order-now.ts';

export interface ActDialogProps {
  readonly act: Act;
  /** As it was when the act was asked for. */
  readonly order: AdminOrderView;
  /** Which of its matches; the first one when none was chosen. */
  readonly tradeId?: string | undefined;
  /** As its queue lists it now; undefined once it is in none. */
  readonly listed: AdminOrderView | undefined;
  readonly open: boolean;
  readonly returnTo?: (() => HTMLElement | null) | undefined;
  readonly onClose: () => void;
  readonly onDone: (order: AdminOrderView) => void;
}

/**
 * Asks before an act. When the order moves on meanwhile, the question says how, and is asked anew about the order as
 * it stands; what is sent is always about the revision on screen.
 */
export default function ActDialog(props: ActDialogProps) {
  const { act, order, tradeId, listed, open, returnTo, onClose, onDone } = props;
  const { t, language } = useTexts();
  const words = useActWords();
  const changesOf = useChanges();
  const doing = useAct();
  const requesting = useRequestApproval();
  const [needsApproval, setNeedsApproval] = useState(false);
  const [told, setTold] = useState<OrderFacts>();
  const [chosen, setChosen] = useState(tradeId);
  const [reason, setReason] = useState<RejectionReason>();
  // The first is chosen already: from the keyboard, Enter completes.
  const [whyUnmarked, setWhyUnmarked] = useState<UnmarkedReason>(unmarkedReasons[0]);
  const unmarkedWords = useUnmarkedWords();
  const [reasonMissing, setReasonMissing] = useState(false);
  const seen = factsOf(order);
  const now = useOrderNow(order._id, seen, doing.isPending || doing.isSuccess ? order : listed, told);
  const live = matchesFor(act, order);
  const match = live.find((each) => each.tradeId === chosen) ?? live[0];
  const payment = useTradePayment(act === 'complete' ? match?.tradeId : undefined);
  // While it is not known, no reason was asked for, and none is sent.
  const unmarked = act === 'complete' && lacksMarks(payment) === true ? whyUnmarked : undefined;
  const waits = useWaitingApproval(act === 'complete' ? match?.tradeId : undefined);
  const possible = (!now.moved || mayStill(act, now.facts.status)) && waits === undefined;
  const { title, text, label, labelNow, done } = words(act, { ...order, match });
  const no = act === 'cancel' || act === 'cancelMatch' ? t('close') : t('act.no');
  const fail = (error: unknown) => {
    const changed = isFailure(error, 'STALE_REVISION')
      ? changedOf(error.facts.details, order._id)
      : undefined;
    if (changed !== undefined) return setTold(changed);
    if (isFailure(error, 'APPROVAL_NEEDED')) return setNeedsApproval(true);
    toast({ kind: 'failed', text: failureText(error, t, t('act.failed')) });
    // The same act may be tried again with the same key: the question stays.
    if (!isFailure(error, 'NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'TRADE_NOT_FINISHED', 'IN_PROGRESS'))
      onClose();
  };
  const confirm = () => {
    if (!possible) return onClose();
    if (act === 'reject' && reason === undefined) return setReasonMissing(true);
    if (needsApproval && match !== undefined) {
      const asked = { kind: 'completion' as const, tradeId: match.tradeId };
      requesting.mutateAsync({ ...asked, ...(unmarked && { reason: unmarked }) }).then(() => {
        toast({ kind: 'done', text: t('approval.asked') });
        onClose();
      }, fail);
      return;
    }
    // A promise, because it is told of whatever becomes of this screen meanwhile.
    doing.mutateAsync({ act, order, match, reason, unmarked, revision: now.facts.revision }).then(() => {
      toast({ kind: 'done', text: done });
      onDone(order);
    }, fail);
  };
  return (
    <Confirm
      open={open}
      ready
      danger={possible && act !== 'approve' && act !== 'complete'}
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
      {possible && act === 'reject' && (
        <RejectionReasons chosen={reason} missing={reasonMissing} onChoose={setReason} />
      )}
    </Confirm>
  );
}

/** The order among what a refusal says has changed. */
function changedOf(details: Readonly<Record<string, unknown>>, orderId: string): OrderFacts | undefined {
  const changed = (details['changed'] ?? []) as readonly Changed[];
  return changed.find((each) => each.orderId === orderId);
}
