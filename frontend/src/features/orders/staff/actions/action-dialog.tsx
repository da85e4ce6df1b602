import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { type UnmarkedReason, unmarkedReasons } from '@matgyo/contracts/payment-steps';
import { unmarkedTexts } from '@matgyo/contracts/reason-texts';
import { type RejectionReason, rejectionReasons, rejectionTexts } from '@matgyo/contracts/rejection-reasons';
import { useState } from 'react';
import { useWaitingApproval } from '../../../../api/approvals.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { ChangedBand } from '../../../../ui/changed-band.tsx';
import { Chips } from '../../../../ui/choice.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { lacksMarks, lastMarked } from '../../../../ui/payment-marks.ts';
import { ReasonChoice, useReason } from '../../../../ui/reason-choice.tsx';
import { TradeMarks } from '../../../../ui/trade-marks.tsx';
import { WaitingApproval } from '../../../../ui/waiting-approval.tsx';
import type { Match } from '../../matches.ts';
import { useActionLabels } from './action-labels.ts';
import { matchesFor, mayStill, seenOrder } from './actions.ts';
import type { ActionQuestion } from './asked-action.tsx';
import { useAttempt } from './use-attempt.ts';
import { useChanges, useOrderNow } from './use-order-now.ts';
import { useStepsOf } from './use-steps-of.ts';

export interface ActionDialogProps extends ActionQuestion {
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
  const { action, order, tradeId, listed, open, returnTo, onClose } = props;
  const { t } = useTexts();
  const changesOf = useChanges();
  const [chosen, setChosen] = useState(tradeId);
  const rejection = useReason<RejectionReason>(t('rejection.missing'));
  const unmarked = useReason<UnmarkedReason>(t('marks.reasonMissing'));
  // As they were, so that the chosen one is never another than the one read about.
  const live = matchesFor(action, order);
  const match = live.find((each) => each.tradeId === chosen) ?? live[0];
  const { payment, ...steps } = useStepsOf(match);
  const announced = action === 'complete' && payment?.needsApproval === true;
  const attempt = useAttempt({ ...props, match, announced });
  const seen = seenOrder(order);
  const latest = attempt.isSent ? order : listed;
  const now = useOrderNow(order._id, seen, latest, attempt.refused);
  const hasEnded =
    match !== undefined &&
    !matchesFor(action, latest ?? order).some(({ tradeId: id }) => id === match.tradeId);
  const isUnmarked = action === 'complete' && lacksMarks(payment) === true;
  const waits = useWaitingApproval(action === 'complete' ? match?.tradeId : undefined);
  const possible = (!now.moved || mayStill(action, now.order)) && !hasEnded && waits === undefined;
  const { title, text, label, done } = useActionLabels(action, order, match, now);
  const no = action === 'cancel' || action === 'cancelMatch' ? t('close') : t('dismiss');
  const confirm = () => {
    if (!possible) return onClose();
    if (action === 'reject' && rejection.chosen === undefined) return rejection.check();
    if (isUnmarked && unmarked.chosen === undefined) return unmarked.check();
    const saw = { marked: steps.marked, revision: now.order.revision };
    const reasons = { reason: rejection.chosen, unmarked: isUnmarked ? unmarked.chosen : undefined };
    attempt.send({ action, order, ...reasons, ...saw, done });
  };
  return (
    <Confirm
      open={open}
      ready
      danger={possible && action !== 'approve' && action !== 'complete'}
      busy={attempt.busy}
      loading={steps.isLoading}
      title={title}
      confirmLabel={!possible ? t('close') : attempt.needsApproval ? t('approval.ask') : label}
      cancelLabel={possible ? no : null}
      returnTo={returnTo}
      onCancel={onClose}
      onConfirm={confirm}
    >
      {(now.moved || hasEnded || steps.changes.length > 0) && (
        <ChangedBand
          key={`${now.order.revision} ${steps.marked}`}
          takesFocus
          by={now.by}
          changes={[...changesOf(seen, now.order), ...steps.changes]}
          text={possible ? t('changed.askAgain') : t('changed.tooLate')}
          className="-mx-2 mb-3 rounded-lg"
        />
      )}
      {live.length > 1 && <MatchChoice matches={live} chosen={match?.tradeId} onChoose={setChosen} />}
      {waits !== undefined && <WaitingApproval approval={waits} />}
      {possible && <p>{text}</p>}
      {possible && attempt.needsApproval && (
        <p className="mt-1 font-strong text-fg">{t('approval.needed')}</p>
      )}
      <OrderTerms order={order} action={action} />
      {possible && payment !== undefined && <StepsOfMatch {...{ action, order, payment }} />}
      {possible && isUnmarked && (
        <ReasonChoice
          title={t('marks.reason')}
          reasons={unmarkedReasons}
          texts={unmarkedTexts}
          {...unmarked.field}
        />
      )}
      {possible && action === 'reject' && (
        <ReasonChoice
          title={t('rejection.title')}
          reasons={rejectionReasons}
          texts={rejectionTexts}
          {...rejection.field}
        />
      )}
    </Confirm>
  );
}

/** Which order it is; where all of it is decided on, also at what price. */
function OrderTerms({ order, action }: Pick<ActionDialogProps, 'order' | 'action'>) {
  const { t, formatUsdt, formatKrw, formatPrice } = useTexts();
  const isWhole = action === 'approve' || action === 'reject';
  const terms = { krw: formatKrw(order.krwAmount), price: formatPrice(order.price) };
  return (
    <div className="mt-1 text-small">
      <p className="flex flex-wrap gap-x-2">
        <span>{order.orderCode}</span> <span>{order.userId.nickname}</span>{' '}
        <span>{formatUsdt(order.amount)} USDT</span>
      </p>
      {isWhole && <p>{t('action.terms', terms)}</p>}
    </div>
  );
}

interface StepsOfMatchProps extends Pick<ActionDialogProps, 'order' | 'action'> {
  readonly payment: TradePayment;
}

/** The steps of the match that ends, and a warning if it would be cancelled although it is paid. */
function StepsOfMatch({ action, order, payment }: StepsOfMatchProps) {
  const { t } = useTexts();
  return (
    <div className="mt-3">
      {action === 'cancelMatch' && lastMarked(payment) !== null && (
        <p className="mb-2 font-strong text-danger">{t('marks.paid')}</p>
      )}
      <TradeMarks orderId={order._id} payment={payment} />
    </div>
  );
}

interface MatchChoiceProps {
  readonly matches: readonly Match[];
  readonly chosen: string | undefined;
  readonly onChoose: (tradeId: string) => void;
}

function MatchChoice({ matches, chosen = '', onChoose }: MatchChoiceProps) {
  const { t, formatUsdt } = useTexts();
  return (
    <div className="mb-3">
      <Chips
        label={t('action.which')}
        chosen={chosen}
        onChoose={onChoose}
        choices={matches.map(({ tradeId, counterpart, amount }) => ({
          value: tradeId,
          label: `${counterpart} ${formatUsdt(amount)}`,
        }))}
      />
    </div>
  );
}
