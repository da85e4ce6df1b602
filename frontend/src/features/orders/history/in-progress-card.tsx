import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { MessageSquare } from 'lucide-react';
import { Link } from 'react-router-dom';
import { unreadIn, useUnreadChats } from '../../../api/unread-chats.ts';
import { durationText, secondsSince } from '../../../format/duration.ts';
import { momentInKorea, timeInKorea } from '../../../format/moment.ts';
import { useWords } from '../../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { FillBar, FillLegend } from '../../../ui/fill-bar.tsx';
import { Status, TradeStatus } from '../../../ui/status.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { chatPath } from '../chat-path.ts';
import { type Match, matchesOf } from '../matches.ts';
import { quantitiesOf } from './order-row.tsx';

/** An order with something in a match: how far it is, and with whom. */
export function InProgressCard({ order }: { readonly order: OrderView }) {
  const { t } = useWords();
  const quantities = quantitiesOf(order);
  const titleId = `order-${order._id}`;
  return (
    <article
      aria-labelledby={titleId}
      className="mt-3.5 animate-enter bg-surface px-5 pt-5 pb-1.5 max-md:-mx-5 md:rounded-xl md:px-7 md:pt-6 md:pb-2.5"
    >
      <div className="flex items-start justify-between gap-3">
        <div>
          <div className="flex items-center gap-0.5">
            <h3 id={titleId} className="text-heading">
              <Link to={`/dashboard/orders/${order._id}`} className="whitespace-nowrap">
                {order.orderCode}
              </Link>
            </h3>
            <CopyButton
              text={order._id}
              label={t('order.copyId', { code: order.orderCode })}
              done={t('order.idCopied')}
            />
          </div>
          <p className="text-fg-subtle text-small">
            {momentInKorea(order.createdAt)} · 1 USDT <PriceAmount value={order.price} />
          </p>
        </div>
        <Status status={order.status} badge />
      </div>
      <div className="mt-3.5 mb-3 flex items-baseline justify-between gap-3">
        <p className="text-figure proportional-nums">
          <UsdtAmount value={order.amount} unit figure />
        </p>
        <p className="text-fg-muted">
          <KrwAmount value={order.krwAmount} />
        </p>
      </div>
      <FillBar quantities={quantities} />
      <div className="mt-3 mb-4">
        <FillLegend quantities={quantities} />
      </div>
      <ul>
        {matchesOf(order)
          .filter(({ phase }) => phase !== 'cancelled')
          .map((match) => (
            <MatchLine key={match.tradeId} match={match} order={order} />
          ))}
      </ul>
    </article>
  );
}

function MatchLine({ match, order }: { readonly match: Match; readonly order: OrderView }) {
  const { t } = useWords();
  const unread = unreadIn(useUnreadChats(), match.tradeId);
  const { side } = order;
  const now = useNow(30_000);
  const live = match.phase === 'live';
  return (
    <li className="flex items-center justify-between gap-3 border-line border-t py-3.5">
      <span className="grid flex-auto">
        <span className="font-strong">{match.counterpart}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-fg-subtle text-small">
          <TradeStatus phase={match.phase} />
          {live
            ? t('order.lasting', { duration: durationText(secondsSince(match.createdAt, now), t) })
            : timeInKorea(match.createdAt)}
        </span>
      </span>
      <span className="grid text-right">
        <span className="font-medium">
          <UsdtAmount value={match.amount} unit />
        </span>
        <span className="text-fg-subtle text-small">
          <KrwAmount value={match.krw} />{' '}
          {live && (side === 'sell' ? t('order.toReceive') : t('order.toPay'))}
        </span>
      </span>
      <ButtonLink
        to={chatPath(order, match.counterpartOrderId)}
        size="medium"
        className="relative flex-none max-md:size-10 max-md:px-0"
      >
        <MessageSquare size={16} strokeWidth={1.6} />
        <span className="max-md:sr-only">
          {t('chat.title')}
          <span className="sr-only"> {match.counterpart}</span>
        </span>
        <CountBadge
          count={unread}
          what={t('chat.unread')}
          className="max-md:absolute max-md:-top-1.5 max-md:-right-1.5"
        />
      </ButtonLink>
    </li>
  );
}
