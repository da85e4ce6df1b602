import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { isPositive, type Usdt, zeroUsdt } from '@matgyo/contracts/money';
import type { OrderStatus } from '@matgyo/contracts/order-status';
import { useTexts } from '../i18n/index.ts';
import { UsdtAmount } from './amount.tsx';

/** An order's amount by state. */
export interface FillQuantities {
  /** Settled and not reversed. */
  readonly completed: Usdt;
  readonly reversed?: Usdt | undefined;
  readonly reserved: Usdt;
  readonly open: Usdt;
  readonly withdrawn?: Usdt | undefined;
}

interface Quantities extends FillQuantities {
  readonly status: OrderStatus;
}

/** As a person reads them: nothing remains of a rejected order, whose amount stays open in the ledger. */
export const shownQuantities = <Shown extends Quantities>(order: Shown): Shown =>
  order.status === 'Rejected' ? { ...order, open: zeroUsdt, withdrawn: order.open } : order;

/** Those of an order as it is listed. */
export const quantitiesOf = ({
  amountRemaining: open,
  reserved,
  completed,
  reversed,
  withdrawn,
  status,
}: OrderView) => shownQuantities({ open, reserved, completed, reversed, withdrawn, status });

/** The looks of the states, in the bar's order. */
const looks = {
  completed: 'fill-completed',
  reversed: 'fill-reversed',
  reserved: 'fill-reserved',
  open: 'fill-open',
  withdrawn: 'fill-withdrawn',
} as const;

/** A share of the bar, in ten-thousandths of a USDT: the amount's digits, without computing. */
const share = (amount: Usdt): string => amount.replace('.', '').replace(/^0+(?=\d)/, '');

/** What an open order consists of, each part with its name; what was reversed only if there is any. */
export function useFillParts({ reversed = zeroUsdt, ...quantities }: FillQuantities) {
  const { t } = useTexts();
  const taken = { state: 'reversed', label: t('status.tradeReversed'), amount: reversed } as const;
  return [
    { state: 'completed', label: t('fill.settled'), amount: quantities.completed },
    ...(isPositive(reversed) ? [taken] : []),
    { state: 'reserved', label: t('status.tradeLive'), amount: quantities.reserved },
    { state: 'open', label: t('fill.open'), amount: quantities.open },
  ] as const;
}

interface FillBarProps {
  readonly quantities: FillQuantities;
  readonly thin?: boolean;
}

/** An order's progress: solid completed, hatched reserved, hollow open. Its amounts are announced to screen readers. */
export function FillBar({ quantities, thin }: FillBarProps) {
  const { t, formatUsdt } = useTexts();
  const { withdrawn = zeroUsdt } = quantities;
  const parts = [
    ...useFillParts(quantities),
    { state: 'withdrawn', label: t('fill.withdrawn'), amount: withdrawn } as const,
  ];
  const shown = parts.filter(({ amount }) => isPositive(amount));
  return (
    <div
      className="fill-bar"
      role="img"
      data-thin={thin === true ? '' : undefined}
      aria-label={shown.map(({ label, amount }) => `${label} ${formatUsdt(amount)}`).join(', ')}
    >
      {shown.map(({ state, amount }) => (
        <i key={state} className={looks[state]} style={{ flexGrow: share(amount) }} />
      ))}
    </div>
  );
}

export const FillLegend = ({ quantities }: { readonly quantities: FillQuantities }) => (
  <dl className="flex gap-8 text-small max-md:justify-between max-md:gap-0">
    {useFillParts(quantities).map(({ state, label, amount }) => (
      <div
        key={state}
        className="flex items-baseline gap-2.5 last:max-md:justify-items-end max-md:grid max-md:gap-0"
      >
        <dt className="flex items-center gap-1.5 text-fg-muted">
          <span className={`size-2.5 rounded-xs ${looks[state]}`} />
          {label}
        </dt>
        <dd className="font-medium">
          <UsdtAmount value={amount} />
        </dd>
      </div>
    ))}
  </dl>
);
