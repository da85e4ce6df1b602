import type { ReactNode } from 'react';
import { formatCount } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
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
  const { t } = useTexts();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="flex min-h-7 items-center text-heading">
        {title}
      </h2>
      <Table
        caption={title}
        compact
        columns={[
          { head },
          { head: t('staff.trades'), numeric: true },
          { head: t('fees.sold'), numeric: true },
          { head: t('label.fee'), numeric: true },
        ]}
        foot={total && <SumsRow {...total} sum />}
      >
        {rows.map((line) => (
          <SumsRow key={line.name} {...line} />
        ))}
      </Table>
      {children}
    </section>
  );
}

function SumsRow({ name, sums: { trades, amount, fee }, sum = false }: Line & { readonly sum?: boolean }) {
  const { language } = useTexts();
  return (
    <Row sum={sum} compact>
      <Cell compact head>
        {name}
      </Cell>
      <Cell compact numeric>
        {formatCount(trades, language)}
      </Cell>
      <Cell compact numeric>
        <UsdtAmount value={amount} />
      </Cell>
      <Cell compact numeric>
        <UsdtAmount value={fee} />
      </Cell>
    </Row>
  );
}
