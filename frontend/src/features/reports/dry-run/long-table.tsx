import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

const rowsAtFirst = 31;

interface LongTableProps {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly ReactNode[];
  /** The last row, with sums. */
  readonly foot?: ReactNode;
}

/** A table with its heading: a month of rows, and all of them at the push of a button. */
export function LongTable({ title, columns, rows, foot }: LongTableProps) {
  const { t, language } = useTexts();
  const [shown, setShown] = useState(rowsAtFirst);
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="flex min-h-7 items-center text-heading">{title}</h2>
      <Table caption={title} columns={columns} foot={foot}>
        {rows.slice(0, shown)}
      </Table>
      {rows.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(rows.length)}>
          {t('dryRun.all', { count: rows.length, rows: formatCount(rows.length, language) })}
        </Button>
      )}
    </section>
  );
}
