import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { OrderNow as Changed } from '@matgyo/contracts/ledger-refusals';
import { useState } from 'react';
import { useRequestApproval } from '../../../../api/approvals.ts';
import { isFailure } from '../../../../api/call-failure.ts';
import { isRepeatable } from '../../../../api/command.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { toast } from '../../../../ui/toast.ts';
import type { Match } from '../../matches.ts';
import type { SeenOrder } from './actions.ts';
import { type Attempt, useOrderAction } from './use-order-action.ts';

interface Attempted {
  readonly order: AdminOrderView;
  /** The chosen one, of an action on a match. */
  readonly match: Match | undefined;
  /** As loaded, another admin has to approve it. */
  readonly announced: boolean;
  readonly onClose: () => void;
  readonly onDone: (order: AdminOrderView) => void;
}

/**
 * Performs an action, or requests another admin's approval where it needs one. A refusal because the order has changed
 * leaves its new state; the next attempt is made with that.
 */
export function useAttempt({ order, match, announced, onClose, onDone }: Attempted) {
  const { t, failureText } = useTexts();
  const doing = useOrderAction();
  const requesting = useRequestApproval({ done: t('approval.requested') });
  // Another admin may have gone or come since it was announced.
  const [answered, setAnswered] = useState<{ readonly of: string | undefined; readonly needed: boolean }>();
  const needsApproval =
    answered !== undefined && answered.of === match?.tradeId ? answered.needed : announced;
  const [refused, setRefused] = useState<SeenOrder>();
  const fail = (error: unknown) => {
    const changed = isFailure(error, 'STALE_REVISION')
      ? changedOf(error.answer.details, order._id)
      : undefined;
    if (changed !== undefined) return setRefused(changed);
    if (isFailure(error, 'APPROVAL_NEEDED', 'APPROVAL_NOT_NEEDED'))
      return setAnswered({ of: match?.tradeId, needed: error.code === 'APPROVAL_NEEDED' });
    toast({ kind: 'failed', text: failureText(error, t('action.unanswered'), t('action.failed')) });
    // The same action can be retried with the same key, or once the steps as they are now are shown.
    if (!isRepeatable(error) && !isFailure(error, 'STEPS_CHANGED')) onClose();
  };
  return {
    refused,
    needsApproval,
    busy: doing.isPending || requesting.isPending,
    /** Sent, and not refused. */
    isSent: doing.isPending || doing.isSuccess,
    // Promises, because a failure is shown even if this screen is gone.
    send(attempt: Omit<Attempt, 'match'>): void {
      const { unmarked: reason, marked } = attempt;
      if (needsApproval && match !== undefined)
        requesting
          .mutateAsync({ kind: 'completion', tradeId: match.tradeId, reason, marked })
          .then(onClose, fail);
      else doing.mutateAsync({ ...attempt, match }).then(() => onDone(order), fail);
    },
  };
}

function changedOf(details: Readonly<Record<string, unknown>>, orderId: string): SeenOrder | undefined {
  const changed = (details['changed'] ?? []) as readonly Changed[];
  return changed.find((each) => each.orderId === orderId);
}
