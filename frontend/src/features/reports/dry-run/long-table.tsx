import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { type CardTableProps, Table } from '../../../ui/table.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';

const rowsAtFirst = 31;

interface LongTableProps<Line> extends Omit<CardTableProps<Line>, 'caption'> {
  readonly title: string;
}

/** A table with its heading: a month of rows, and all of them at the push of a button. */
export function LongTable<Line>({ title, lines, ...table }: LongTableProps<Line>) {
  const { t, formatCount } = useTexts();
  const [shown, setShown] = useState(rowsAtFirst);
  return (
    <TitledSection className="min-w-0" titleClass="flex min-h-7 items-center text-heading" title={title}>
      <Table {...table} caption={title} lines={lines.slice(0, shown)} />
      {lines.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(lines.length)}>
          {t('dryRun.all', { count: lines.length, rows: formatCount(lines.length) })}
        </Button>
      )}
    </TitledSection>
  );
}

export interface SumsColumn<Sums> {
  readonly head: string;
  readonly cell: (sums: Sums) => ReactNode;
  /** Where the cell stands on a phone, its head beside it; the main figure of a row is at 2. */
  readonly place: 2 | 3 | 4 | 'none';
}

/** Wraps: two figures with their heads are wider than a small phone. */
const second = 'max-md:whitespace-normal max-md:text-micro';
const classNames = { 2: 'font-strong max-md:whitespace-normal', 3: second, 4: second, none: undefined };

interface SumsTableProps<Sums> {
  readonly title: string;
  readonly head: string;
  readonly columns: readonly SumsColumn<Sums>[];
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly sums: Sums }[];
  readonly totals?: Sums;
}

/** What a report or a dry run comes to by day, member or another name, and in all. */
export function SumsTable<Sums>({ title, head: nameHead, columns, rows, totals }: SumsTableProps<Sums>) {
  const { t } = useTexts();
  return (
    <LongTable
      title={title}
      lines={rows}
      keyOf={({ key }) => key}
      sum={totals && { key: '', name: t('balance.sum'), sums: totals }}
      columns={[
        {
          head: nameHead,
          width: 'md:w-[30%]',
          place: 1,
          isName: true,
          className: 'max-md:break-all',
          cell: ({ name }) => name,
        },
        ...columns.map(({ head, cell, place }) => ({
          head,
          place,
          numeric: true,
          label: true as const,
          className: classNames[place],
          cell: ({ sums }: { readonly sums: Sums }) => cell(sums),
        })),
      ]}
    />
  );
}

interface DaysTableProps<Sums> extends Pick<SumsTableProps<Sums>, 'columns' | 'totals'> {
  /** In their order. */
  readonly days: readonly (Sums & { readonly day: string })[];
}

/** The same by day, newest first. */
export function DaysTable<Sums>({ days, ...table }: DaysTableProps<Sums>) {
  const { t } = useTexts();
  const nameOf = (day: string) => <span className="whitespace-nowrap">{day}</span>;
  const rows = days.toReversed().map((sums) => ({ key: sums.day, name: nameOf(sums.day), sums }));
  return <SumsTable {...table} title={t('fees.byDay')} head={t('overview.day')} rows={rows} />;
}
