import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import { Bone } from './placeholder.tsx';

/** One column: its name, and whether its figures are right-aligned. */
export interface Column {
  readonly head: ReactNode;
  readonly numeric?: boolean;
  /** A fixed share of the table's width, so that sibling tables line up: `w-[9rem]`. */
  readonly width?: string;
}

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
  /** The last row, with sums. */
  readonly foot?: ReactNode;
  /** Few and narrow columns: stays a table on a phone. */
  readonly compact?: boolean;
}

/**
 * Rows of 36 px with hairlines. On a phone each row becomes two columns with as many lines as needed: its cells'
 * `place` says where they go, and the header is for screen readers only.
 */
export function Table({ caption, columns, children, foot, compact }: TableProps) {
  const stacks = compact !== true;
  return (
    <table className={classes('w-full border-collapse text-small', stacks && 'max-md:block')}>
      <caption className="sr-only">{caption}</caption>
      <thead className={stacks ? 'max-md:sr-only' : undefined}>
        <tr className="border-line border-b">
          {columns.map(({ head, numeric, width }, index) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
              key={index}
              scope="col"
              className={classes(
                'whitespace-nowrap py-2 text-fg-subtle text-micro font-medium first:pl-0 last:pr-0',
                compact === true ? 'px-1.5 md:px-2.5' : 'px-2.5',
                numeric === true ? 'text-right' : 'text-left',
                width,
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={classes('[&>tr:last-child]:border-b-0', stacks && 'max-md:block')}>{children}</tbody>
      {foot !== undefined && <tfoot className={stacks ? 'max-md:block' : undefined}>{foot}</tfoot>}
    </table>
  );
}

/** The link of a row: on a phone, all of its card leads there. */
export const rowLink = 'hover:underline max-md:after:absolute max-md:after:inset-0';

interface RowProps {
  readonly children: ReactNode;
  /** The row of sums. */
  readonly sum?: boolean;
  readonly compact?: boolean;
  /** No line below, because its details follow. */
  readonly plain?: boolean;
}

export function Row({ children, sum, compact, plain }: RowProps) {
  return (
    <tr
      className={classes(
        compact !== true &&
          'max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:py-2.5',
        sum === true && 'border-fg border-t-[1.5px] font-strong',
        sum !== true && plain !== true && 'border-line border-b',
      )}
    >
      {children}
    </tr>
  );
}

/** On a phone odd places are on the left, even ones on the right; `whole` takes a line, `none` is hidden. */
const places = {
  1: 'max-md:order-1',
  2: 'max-md:order-2 max-md:text-right',
  3: 'max-md:order-3',
  4: 'max-md:order-4 max-md:text-right',
  5: 'max-md:order-5',
  6: 'max-md:order-6 max-md:text-right',
  7: 'max-md:order-7',
  8: 'max-md:order-8 max-md:text-right',
  whole: 'max-md:order-9 max-md:col-span-2',
  none: 'max-md:hidden',
} as const;

type CellPlace =
  | { readonly place: keyof typeof places; readonly compact?: false }
  | { readonly compact: true; readonly place?: never };

type CellProps = CellPlace & {
  readonly numeric?: boolean;
  /** The label where the header is hidden. */
  readonly label?: string;
  /** A row header. */
  readonly head?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

export function Cell({ place, compact, numeric, label, head, className, children }: CellProps) {
  const Tag = head === true ? 'th' : 'td';
  return (
    <Tag
      scope={head === true ? 'row' : undefined}
      className={classes(
        'py-2 leading-5 first:pl-0 last:pr-0',
        compact === true ? 'px-1.5 md:px-2.5' : 'px-2.5 max-md:min-w-0 max-md:p-0',
        numeric === true ? 'text-right' : 'text-left',
        head === true && 'font-medium',
        place !== undefined && places[place],
        className,
      )}
    >
      {label !== undefined && <span className="text-fg-subtle md:hidden">{label} </span>}
      {children}
    </Tag>
  );
}

/** The details of an expanded row, as wide as the table. */
export function DetailRow({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  return (
    <tr className="border-line border-b max-md:block">
      <td colSpan={columns} className="animate-enter pb-5 max-md:block md:pt-1">
        {children}
      </td>
    </tr>
  );
}

/** Placeholder with the same heights, so that nothing jumps. */
export function TableBones({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <div aria-hidden="true">
      <div className="h-[35px] border-line border-b max-md:hidden" />
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="flex h-[61px] items-center justify-between border-line border-b last:border-transparent md:h-[37px]"
        >
          {Array.from({ length: columns }, (_, column) => column).map((column) => (
            <Bone key={column} className={classes('w-20 max-w-[14%]', column > 2 && 'max-md:hidden')} />
          ))}
        </div>
      ))}
    </div>
  );
}
