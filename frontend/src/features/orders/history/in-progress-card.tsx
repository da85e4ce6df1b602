import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { Link } from 'react-router-dom';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { CopyOrderId } from '../../../ui/copy.tsx';
import { FillBar, FillLegend } from '../../../ui/fill-bar.tsx';
import { Status } from '../../../ui/status.tsx';
import { matchesOf } from '../matches.ts';
import { OrderLabel } from '../order-label.tsx';
import { MatchLine } from './match-line.tsx';
import { quantitiesOf } from './order-row.tsx';

/** An order with a live match: its progress and counterparts. */
export function InProgressCard({ order }: { readonly order: OrderView }) {
  const quantities = quantitiesOf(order);
  const titleId = `order-${order._id}`;
  return (
    <article
      aria-labelledby={titleId}
      className="mt-3.5 animate-enter bg-surface px-5 pt-5 pb-1.5 max-md:-mx-5 md:rounded-xl md:px-7 md:pt-6 md:pb-2.5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div>
          <div className="flex items-center gap-0.5">
            <h3 id={titleId} className="text-heading">
              <Link to={`/dashboard/orders/${order._id}`} className="whitespace-nowrap">
                {order.orderCode}
              </Link>
            </h3>
            <CopyOrderId id={order._id} code={order.orderCode} />
          </div>
          <p className="flex flex-wrap gap-x-2 text-fg-subtle text-small">
            <OrderLabel order={order} />
            <span className="whitespace-nowrap">{dateTimeInKorea(order.createdAt)}</span>
            <span className="whitespace-nowrap">
              1 USDT <PriceAmount value={order.price} />
            </span>
          </p>
        </div>
        <Status status={order.status} badge />
      </div>
      <div className="mt-3.5 mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
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
