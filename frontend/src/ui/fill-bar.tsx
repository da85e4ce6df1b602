import { isPositive, type Usdt } from '@matgyo/contracts/money';
import { formatUsdt } from '../format/amount.ts';
import { useTexts } from '../i18n/index.ts';
import { UsdtAmount } from './amount.tsx';

/** An order's amount by state. */
export interface FillQuantities {
  readonly settled: Usdt;
  readonly reserved: Usdt;
  readonly open: Usdt;
  readonly withdrawn?: Usdt | undefined;
}

const materials = {
  settled: 'fill-settled',
  reserved: 'fill-reserved',
  open: 'fill-open',
  withdrawn: 'fill-withdrawn',
} as const;
type Material = keyof typeof materials;

/** A share of the bar, in ten-thousandths of a USDT: the amount's digits, without computing. */
const share = (amount: Usdt): string => amount.replace('.', '').replace(/^0+(?=\d)/, '');

interface Segment {
  readonly material: Material;
  readonly label: string;
  readonly amount: Usdt;
}

/** The fill bar: solid settled, hatched reserved, hollow open. Its amounts are announced to screen readers. */
function Bar({
  segments,
  thin,
}: {
  readonly segments: readonly Segment[];
  readonly thin: boolean | undefined;
}) {
  const { language } = useTexts();
  const shown = segments.filter(({ amount }) => isPositive(amount));
  return (
    <div
      className="fill-bar"
      role="img"
      data-thin={thin === true ? '' : undefined}
      aria-label={shown.map(({ label, amount }) => `${label} ${formatUsdt(amount, language)}`).join(', ')}
    >
      {shown.map(({ material, amount }) => (
        <i key={material} className={materials[material]} style={{ flexGrow: share(amount) }} />
      ))}
    </div>
  );
}

interface FillBarProps {
  readonly quantities: FillQuantities;
  readonly thin?: boolean;
}

/** An order's progress: settled, in matches, open. */
export function FillBar({ quantities, thin }: FillBarProps) {
  const { t } = useTexts();
  const { settled, reserved, open, withdrawn } = quantities;
  const segments: Segment[] = [
    { material: 'settled', label: t('fill.settled'), amount: settled },
    { material: 'reserved', label: t('fill.reserved'), amount: reserved },
    { material: 'open', label: t('fill.open'), amount: open },
    ...(withdrawn === undefined
      ? []
      : [{ material: 'withdrawn' as const, label: t('fill.withdrawn'), amount: withdrawn }]),
  ];
  return <Bar segments={segments} thin={thin} />;
}

/** The legend of the fill bar, with amounts. */
export function FillLegend({ quantities }: { readonly quantities: FillQuantities }) {
  const { t } = useTexts();
  const rows = [
    { material: 'settled', label: t('fill.settled'), amount: quantities.settled },
    { material: 'reserved', label: t('fill.reserved'), amount: quantities.reserved },
    { material: 'open', label: t('fill.open'), amount: quantities.open },
  ] as const;
  return (
    <dl className="flex gap-8 text-small max-md:justify-between max-md:gap-0">
      {rows.map(({ material, label, amount }) => (
        <div
          key={material}
          className="flex items-baseline gap-2.5 last:max-md:justify-items-end max-md:grid max-md:gap-0"
        >
          <dt className="flex items-center gap-1.5 text-fg-muted">
            <span className={`size-2.5 rounded-[3px] ${materials[material]}`} />
            {label}
          </dt>
          <dd className="font-medium">
            <UsdtAmount value={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
