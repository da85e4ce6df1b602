import type { OwnTotals } from '@matgyo/contracts/endpoints/orders';
import type { Side } from '@matgyo/contracts/ids';
import { useTexts } from '../../../i18n/index.ts';
import { UsdtAmount } from '../../../ui/amount.tsx';
import { Bone } from '../../../ui/placeholder.tsx';

interface SummaryProps {
  readonly side: Side;
  /** Undefined while loading. */
  readonly totals: OwnTotals | undefined;
}

/** Totals of a member's orders: open, in a match, completed. */
export function Summary({ side, totals }: SummaryProps) {
  const { t } = useTexts();
  const figures = [
    {
      label: side === 'sell' ? t('history.offered') : t('history.wanted'),
      total: totals?.offered,
    },
    {
      label: t('fill.reserved'),
      total: totals?.reserved,
    },
    {
      label: side === 'sell' ? t('history.sold') : t('history.bought'),
      total: totals?.settled,
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
