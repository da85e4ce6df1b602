import type { ConflictOfInterest } from '@matgyo/contracts/ledger-refusals';
import { UserRoundX } from 'lucide-react';
import { queryKeys } from '../../../../api/queries.ts';
import { useReload } from '../../../../api/use-reload.ts';
import { useErrorTexts } from '../../../../i18n/error-texts.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { useDialog } from '../../../../ui/use-dialog.ts';
import { OpenDispute } from '../payment/open-dispute.tsx';
import { useStaffOrder } from '../trail/staff-order.ts';
import { type Action, isOffered, liveMatches, matchConflict } from './actions.ts';
import { type ActionQuestion, AskedAction } from './asked-action.tsx';

export interface MatchActionsProps {
  readonly tradeId: string;
  readonly sellOrderId: string;
}

/** Buttons that complete or cancel a match, with the dialog of the queue. */
export function MatchActions({ tradeId, sellOrderId }: MatchActionsProps) {
  const { t, formatUsdt } = useTexts();
  const reloadMatch = useReload(queryKeys.own.trades.one(tradeId));
  const { data: order } = useStaffOrder(sellOrderId);
  const question = useDialog<ActionQuestion>();
  if (order === undefined) return;
  const conflict = matchConflict(order, tradeId);
  const match = liveMatches(order).find((each) => each.tradeId === tradeId);
  const ask = (action: Action) => question.open({ action, order, tradeId });
  const done = () => {
    question.close();
    // Without the socket, the match on screen would stay as it was.
    reloadMatch();
  };
  return (
    <>
      {conflict !== undefined && <ConflictNote conflict={conflict} />}
      <OpenDispute tradeId={tradeId} />
      {match !== undefined && (
        <div className="flex flex-wrap gap-1.5 max-md:*:flex-auto">
          {isOffered('cancelMatch', order) && (
            <Button size="medium" aria-haspopup="dialog" onClick={() => ask('cancelMatch')}>
              {t('queue.cancelMatch')}
            </Button>
          )}
          {isOffered('complete', order) && (
            <Button variant="primary" size="medium" aria-haspopup="dialog" onClick={() => ask('complete')}>
              {t('action.complete', { amount: formatUsdt(match.amount) })}
            </Button>
          )}
        </div>
      )}
      <AskedAction question={question} listed={order} onDone={done} />
    </>
  );
}

/** Why the actions on an order or a match are not offered to this user. */
export function ConflictNote({ conflict }: { readonly conflict: ConflictOfInterest | 'OWNER_INACTIVE' }) {
  const say = useErrorTexts();
  return (
    <p className="flex items-start gap-1.5 text-fg-muted text-small">
      <UserRoundX size={16} className="mt-0.5 flex-none" />
      {say(conflict)}
    </p>
  );
}
