import type { ReactNode } from 'react';
import { Cell, Row, Table } from './table.tsx';

interface FiguresTableProps<Line> {
  readonly caption: string;
  /** The first names a line, the others are its figures. */
  readonly columns: readonly {
    readonly head: ReactNode;
    readonly cell: (line: Line) => ReactNode;
    readonly className?: string;
  }[];
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string;
  /** The last line. */
  readonly sum?: Line | undefined;
}

/** Few and narrow columns: it stays a table on a phone. */
export function FiguresTable<Line>({ caption, columns, lines, keyOf, sum }: FiguresTableProps<Line>) {
  const row = (line: Line, isSum = false) => (
    <Row key={keyOf(line)} sum={isSum} compact>
      {columns.map(({ cell, className }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
        <Cell key={index} compact head={index === 0} numeric={index > 0} className={className}>
          {cell(line)}
        </Cell>
      ))}
    </Row>
  );
  return (
    <Table
      caption={caption}
      compact
      columns={columns.map(({ head }, index) => ({ head, numeric: index > 0 }))}
      foot={sum && row(sum, true)}
    >
      {lines.map((line) => row(line))}
    </Table>
  );
}
