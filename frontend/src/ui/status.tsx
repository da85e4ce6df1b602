import type { OrderStatus } from '@matgyo/contracts/order-status';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';

/** The colours of an order's stage: of its glyph and word, and of a badge behind them. */
const colours = {
  pending: { text: 'text-pending', badge: 'bg-pending-soft' },
  onsale: { text: 'text-onsale', badge: 'bg-onsale-soft' },
  waiting: { text: 'text-waiting', badge: 'bg-waiting-soft' },
  partial: { text: 'text-partial', badge: 'bg-partial-soft' },
  progress: { text: 'text-progress', badge: 'bg-progress-soft' },
  dispute: { text: 'text-rejected', badge: 'bg-rejected-soft' },
  completed: { text: 'text-completed', badge: 'bg-completed-soft' },
  rejected: { text: 'text-rejected', badge: 'bg-rejected-soft' },
  cancelled: { text: 'text-cancelled', badge: 'bg-cancelled-soft' },
} as const;
type Stage = keyof typeof colours;

const stages: Record<OrderStatus, Stage> = {
  'Pending Approval': 'pending',
  'On Sale': 'onsale',
  'Waiting for Buy': 'waiting',
  'Partially Matched': 'partial',
  'In Progress': 'progress',
  'Sale Completed': 'completed',
  'Buy Completed': 'completed',
  Rejected: 'rejected',
  Cancelled: 'cancelled',
};

const disc = <circle cx="5" cy="5" r="4" fill="currentColor" />;
const ring = { cx: 5, cy: 5, fill: 'none', stroke: 'currentColor' } as const;
const stroke = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** Dashed ring, disc, half, target, warning sign, check, cross, dash. */
const glyphs: Record<Stage, ReactNode> = {
  pending: <circle {...ring} r="3.6" strokeWidth="1.6" strokeDasharray="2 1.77" />,
  onsale: disc,
  waiting: disc,
  partial: (
    <>
      <circle {...ring} r="3.5" strokeWidth="1.5" />
      <path d="M5 1.5a3.5 3.5 0 0 1 0 7z" fill="currentColor" />
    </>
  ),
  progress: (
    <>
      <circle {...ring} r="3.6" strokeWidth="1.5" />
      <circle cx="5" cy="5" r="1.7" fill="currentColor" />
    </>
  ),
  dispute: (
    <path
      d="M5 .7 9.8 9.2H.2zM4.4 3.4v2.8h1.2V3.4zm0 3.7v1.2h1.2V7.1z"
      fill="currentColor"
      fillRule="evenodd"
    />
  ),
  completed: (
    <>
      <circle cx="5" cy="5" r="4.3" fill="currentColor" />
      <path {...stroke} d="m3 5.1 1.5 1.5L7.2 3.7" stroke="var(--color-canvas)" strokeWidth="1.3" />
    </>
  ),
  rejected: <path {...stroke} d="m2 2 6 6M8 2 2 8" stroke="currentColor" strokeWidth="1.9" />,
  cancelled: <path {...stroke} d="M1.8 5h6.4" stroke="currentColor" strokeWidth="1.9" />,
};

interface StatusProps {
  readonly status: OrderStatus;
  /** On a soft background: in an order's header only. */
  readonly badge?: boolean | undefined;
  /** Of the trades that completed the order, none still counts. In the ledger it stays completed. */
  readonly allReversed?: boolean;
}

/** A status as colour, label and glyph together. */
export function Status({ status, badge, allReversed = false }: StatusProps) {
  const { t } = useTexts();
  if (allReversed && stages[status] === 'completed')
    return <StageMark stage="cancelled" word={t('status.allReversed')} badge={badge} />;
  return <StageMark stage={stages[status]} word={t(`status.${status}`)} badge={badge} />;
}

interface StageMarkProps {
  readonly stage: Stage;
  readonly word: string;
  readonly badge?: boolean | undefined;
  /** The stage whose colours it has, if another. */
  readonly colour?: Stage;
}

export function StageMark({ stage, word, badge, colour = stage }: StageMarkProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap text-small font-medium',
        colours[colour].text,
        badge === true && `rounded-full py-0.5 pr-[9px] pl-[7px] ${colours[colour].badge}`,
      )}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {glyphs[stage]}
      </svg>
      {word}
    </span>
  );
}
