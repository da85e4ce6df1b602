import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Table } from '../../ui/table.tsx';
import type { FeeReport } from './fee-query.ts';

interface Line {
  readonly name: string;
  readonly sums: Pick<FeeReport['totals'], 'trades' | 'amount' | 'fee'>;
}

interface FeeSumsTableProps {
  readonly id: string;
  readonly title: string;
  /** Of the first column. */
  readonly head: string;
  readonly rows: readonly Line[];
  readonly total?: Line;
  readonly children?: ReactNode;
}

/** Trades, amount and fees by something. */
export function FeeSumsTable({ id, title, head, rows, total, children }: FeeSumsTableProps) {
  const { t, formatCount } = useTexts();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="flex min-h-7 items-center text-heading">
        {title}
      </h2>
      <Table
        compact
        caption={title}
        columns={[
          { head, cell: ({ name }) => name },
          { head: t('staff.trades'), cell: ({ sums }) => formatCount(sums.trades) },
          { head: t('fees.sold'), usdt: ({ sums }) => sums.amount },
          { head: t('label.fee'), usdt: ({ sums }) => sums.fee },
        ]}
        lines={rows}
        keyOf={({ name }) => name}
        sum={total}
      />
      {children}
    </section>
  );
}
