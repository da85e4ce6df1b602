import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { addUsdt, zeroUsdt } from '@matgyo/contracts/money';
import { useWords } from '../../../i18n/index.ts';
import { UsdtAmount } from '../../../ui/amount.tsx';
import { Bone } from '../../../ui/placeholder.tsx';

interface SummaryProps {
  readonly side: Side;
  /** All orders of the side, or undefined while they are still coming: a sum of some of them would be wrong. */
  readonly orders: readonly OrderView[] | undefined;
}

/** What is offered, what is in a match, what is done, over all of a member's orders. */
export function Summary({ side, orders }: SummaryProps) {
  const { t } = useWords();
  const live = orders?.filter(({ status }) => status !== 'Cancelled' && status !== 'Rejected');
  const figures = [
    {
      label: side === 'sell' ? t('history.offered') : t('history.wanted'),
      total: live && addUsdt(zeroUsdt, ...live.map(({ amountRemaining }) => amountRemaining)),
    },
    {
      label: t('fill.reserved'),
      total: orders && addUsdt(zeroUsdt, ...orders.map(({ reserved }) => reserved)),
    },
    {
      label: side === 'sell' ? t('history.sold') : t('history.bought'),
      total: orders && addUsdt(zeroUsdt, ...orders.map(({ settled }) => settled)),
    },
  ];
  return (
    <dl className="mt-3 mb-8 grid gap-2 md:mt-5 md:mb-11 md:grid-cols-3">
      {figures.map(({ label, total }) => (
        <div
          key={label}
          className="flex items-center justify-between md:block md:border-line md:border-l md:px-6 md:first:border-0 md:first:pl-0"
        >
          <dt className="text-fg-subtle text-small">{label}</dt>
          <dd className="text-heading proportional-nums md:mt-0.5 md:text-figure max-lg:md:text-title">
            {total === undefined ? (
              <Bone className="my-[3px] h-5 w-28 md:my-2" />
            ) : (
              <UsdtAmount value={total} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
