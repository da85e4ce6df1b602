import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { withTexts } from '../../../i18n/index.ts';
import { classes } from '../../../ui/class-names.ts';
import { onDemand } from '../../../ui/on-demand.tsx';
import { TradeStatus } from '../../../ui/trade-status.tsx';
import type { Match } from '../matches.ts';
import { MatchAmounts } from './match-amounts.tsx';
import { MatchChat } from './match-chat.tsx';

const MatchRecord = onDemand(() => withTexts('cases', import('./match-record.tsx')));

/** A match that was completed, cancelled or reversed, and when; it opens to what was sent, and how. */
export function EndedMatch({ match, order }: { readonly match: Match; readonly order: OrderView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex items-start gap-3 border-line border-t">
      <details className="min-w-0 flex-auto" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none items-center gap-3 rounded-sm py-3.5">
          <span className="grid flex-auto">
            <span className="flex items-center gap-1 font-strong">
              {match.counterpart}
              <ChevronDown
                size={16}
                strokeWidth={1.6}
                className={classes(
                  'text-fg-subtle transition-transform duration-fast',
                  isOpen && 'rotate-180',
                )}
              />
            </span>
            <span className="flex flex-wrap items-center gap-x-2 text-fg-subtle text-small">
              <TradeStatus status={match.status} />
              {dateTimeInKorea(match.endedAt ?? match.createdAt)}
            </span>
          </span>
          <MatchAmounts match={match} />
        </summary>
        {isOpen && <MatchRecord match={match} side={order.side} />}
      </details>
      <MatchChat match={match} order={order} className="relative mt-4" />
    </li>
  );
}
