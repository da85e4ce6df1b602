import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Cell, Row } from '../../../ui/table.tsx';
import { LongTable } from './long-table.tsx';

interface SumsColumn<Sums> {
  readonly head: string;
  readonly cell: (sums: Sums) => ReactNode;
  /** Where the cell stands on a phone; the main figure of a row is at 2, and one at 3 or 4 has its head beside it. */
  readonly place?: 2 | 3 | 4;
}

interface SumsTableProps<Sums> {
  readonly title: string;
  readonly head: string;
  readonly columns: readonly SumsColumn<Sums>[];
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly sums: Sums }[];
  readonly totals?: Sums;
}

/** What a dry run comes to by day, member or another name, and in all. */
export function SumsTable<Sums>({ title, head, columns, rows, totals }: SumsTableProps<Sums>) {
  const { t } = useTexts();
  return (
    <LongTable
      title={title}
      columns={[
        { head, width: 'md:w-1/4' },
        ...columns.map((column) => ({ head: column.head, numeric: true })),
      ]}
      foot={totals && <SumsRow name={t('dryRun.sum')} columns={columns} sums={totals} sum />}
      rows={rows.map(({ key, name, sums }) => (
        <SumsRow key={key} name={name} columns={columns} sums={sums} />
      ))}
    />
  );
}

const classNames = { 2: 'font-strong', 3: 'max-md:text-left max-md:text-micro', 4: 'max-md:text-micro' };

interface SumsRowProps<Sums> extends Pick<SumsTableProps<Sums>, 'columns'> {
  readonly name: ReactNode;
  readonly sums: Sums;
  readonly sum?: boolean;
}

function SumsRow<Sums>({ name, columns, sums, sum = false }: SumsRowProps<Sums>) {
  return (
    <Row sum={sum}>
      <Cell place={1} head className="max-md:break-all">
        {name}
      </Cell>
      {columns.map(({ head, cell, place }) =>
        place === undefined ? (
          <Cell key={head} place="none" numeric>
            {cell(sums)}
          </Cell>
        ) : (
          <Cell
            key={head}
            place={place}
            numeric
            {...(place !== 2 && { label: head })}
            className={classNames[place]}
          >
            {cell(sums)}
          </Cell>
        ),
      )}
    </Row>
  );
}
