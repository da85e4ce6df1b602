import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { OrderTrail } from '../../../api/order-trail.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { FillBar, shownQuantities } from '../../../ui/fill-bar.tsx';
import { FoldOnPhone } from '../../../ui/fold-on-phone.tsx';
import { OrderStatus } from '../../../ui/order-status.tsx';
import { Status } from '../../../ui/status.tsx';
import type { Match } from '../matches.ts';
import { FillTree } from './fill-tree.tsx';
import { fillsAt } from './fills-at.ts';
import type { TrailPlace } from './use-trail-place.ts';

interface OrderThenProps {
  readonly trail: OrderTrail;
  readonly at: TrailPlace;
  readonly order: OrderView | undefined;
  readonly matches: ReadonlyMap<string, Match>;
  readonly disputes: string;
}

export function OrderThen({ trail, at, order, matches, disputes }: OrderThenProps) {
  const { t } = useTexts();
  const { entries, place, places, entry, goTo } = at;
  if (entry === undefined) return null;
  const fills = fillsAt(entries.slice(0, place));
  const { status, open } = entry.state;
  return (
    <section aria-labelledby="order-then" className="mt-6">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id="order-then" className="text-small font-strong">
          {place === places ? t('trail.orderNow') : t('trail.orderThen')}
        </h2>
        {place === places && order !== undefined ? (
          <OrderStatus order={{ ...order, status }} badge />
        ) : (
          <Status status={status} badge />
        )}
      </div>
      <div className="mt-1 mb-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-figure proportional-nums">
          <UsdtAmount value={trail.amount} unit figure />
        </p>
        {order !== undefined && (
          <p className="text-fg-muted">
            <KrwAmount value={order.krwAmount} />
          </p>
        )}
      </div>
      <FillBar quantities={shownQuantities(entry.state)} />
      <FoldOnPhone count={fills.length} label={t('trail.matches', { matches: fills.length })}>
        <FillTree
          fills={fills}
          open={open}
          matches={matches}
          isNow={place === places}
          sells={trail.side === 'sell'}
          onPlace={goTo}
          disputes={disputes}
        />
      </FoldOnPhone>
    </section>
  );
}
