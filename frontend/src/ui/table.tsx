import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dateTimeInKorea } from '../format/date-time.ts';
import { useTexts } from '../i18n/index.ts';
import { KrwCell, None, UsdtCell } from './amount.tsx';
import { classes } from './class-names.ts';
import { Paged, type PagedProps } from './paged.tsx';
import { Skeleton } from './placeholder.tsx';

/** On a phone odd places are on the left, even ones on the right; `whole` takes a line, `none` is hidden. */
const places = {
  1: 'max-md:order-1 max-md:text-left',
  2: 'max-md:order-2 max-md:text-right',
  3: 'max-md:order-3 max-md:text-left',
  4: 'max-md:order-4 max-md:text-right',
  5: 'max-md:order-5 max-md:text-left',
  6: 'max-md:order-6 max-md:text-right',
  7: 'max-md:order-7 max-md:text-left',
  8: 'max-md:order-8 max-md:text-right',
  whole: 'max-md:order-9 max-md:col-span-2',
  none: 'max-md:hidden',
} as const;
type Place = keyof typeof places;

/** The same for all lines, or as a line has it. */
type OfLine<Line, Value> = Value | ((line: Line) => Value);

const ofLine = <Line, Value extends string | number | undefined>(
  value: OfLine<Line, Value>,
  line: Line,
): Value => (typeof value === 'function' ? value(line) : value);

const timeClass = { figure: 'whitespace-nowrap text-fg-subtle', text: 'whitespace-nowrap text-fg-muted' };

/** What a column shows of a line: an amount, '–' for none, a price, a count, a time, or anything else. */
type Content<Line> =
  | { readonly usdt: (line: Line) => Usdt | null }
  | { readonly krw: (line: Line) => Krw }
  | { readonly price: (line: Line) => Price }
  | { readonly count: (line: Line) => number }
  | { readonly time: (line: Line) => string }
  | { readonly cell: (line: Line) => ReactNode };

/** One column: its name, and its content in each line. */
type AnyColumn<Line> = Content<Line> & {
  readonly head: ReactNode;
  /** Right-aligned, as amounts, prices and counts always are. */
  readonly numeric?: boolean;
  /** It names the line. */
  readonly isName?: boolean;
  /** The label where the header is hidden; true: the head. */
  readonly label?: true | OfLine<Line, string | undefined>;
  /** A fixed share of the table's width, so that sibling tables line up: `w-[9rem]`. */
  readonly width?: string;
  readonly className?: OfLine<Line, string | undefined>;
};

/** A column whose line is a card on a phone, which makes its place there a decision. */
export type Column<Line> = AnyColumn<Line> &
  (
    | { readonly place: OfLine<Line, Place>; readonly isExtra?: never }
    /** Only where there is room for it: neither on a phone nor on a small desktop. */
    | { readonly place?: never; readonly isExtra: true }
  );

/** A column of a table that stays one on a phone. */
export type CompactColumn<Line> = AnyColumn<Line> & { readonly place?: never; readonly isExtra?: never };

interface Lines<Line> {
  readonly caption: string;
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string | number;
  /** The last line, with sums. */
  readonly sum?: Line | undefined;
  /** What is unfolded below a line. */
  readonly details?: (line: Line) => ReactNode;
}

export interface CardTableProps<Line> extends Lines<Line> {
  readonly columns: readonly Column<Line>[];
  readonly compact?: never;
}

interface CompactTableProps<Line> extends Lines<Line> {
  readonly columns: readonly CompactColumn<Line>[];
  /** Few and narrow columns, a name and figures: stays a table on a phone. */
  readonly compact: true;
}

/**
 * Rows of 36 px with hairlines. On a phone each row becomes two columns with as many lines as needed: its cells'
 * `place` says where they go, and the header is for screen readers only.
 */
export function Table<Line>(props: CardTableProps<Line> | CompactTableProps<Line>) {
  const { caption, lines, keyOf, sum, details, columns, compact = false } = props;
  return (
    // A small desktop, a phone of 320 px, or one with doubled text, may be too narrow for figures that are not broken.
    <div className="relative md:max-desk:overflow-x-auto max-[20.0625rem]:overflow-x-auto">
      <table className={classes('w-full border-collapse text-small', !compact && 'max-md:block')}>
        <caption className="sr-only">{caption}</caption>
        <thead className={compact ? undefined : 'max-md:sr-only'}>
          <tr className="border-line border-b">
            {columns.map((column, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                key={index}
                scope="col"
                className={classes(
                  'whitespace-nowrap py-2 text-fg-subtle text-micro font-medium',
                  classOf(column, index, compact),
                  column.width,
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes('[&>tr:last-child]:border-b-0', !compact && 'max-md:block')}>
          {lines.map((line) => {
            const unfolded = details?.(line);
            return (
              <Fragment key={keyOf(line)}>
                <Row
                  columns={columns}
                  compact={compact}
                  line={line}
                  className={unfolded ? '' : 'border-line border-b'}
                />
                {unfolded && (
                  <tr className="border-line border-b max-md:block">
                    <td colSpan={columns.length} className="animate-enter pb-5 max-md:block md:pt-1">
                      <div className="rounded-lg bg-surface p-4 md:p-5">{unfolded}</div>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
        {sum !== undefined && (
          <tfoot className={compact ? undefined : 'max-md:block'}>
            <Row
              columns={columns}
              compact={compact}
              line={sum}
              className="border-fg border-t-[1.5px] font-strong"
            />
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Of a column's header and of its cells. */
function classOf<Line>(column: Column<Line> | CompactColumn<Line>, index: number, compact: boolean): string {
  const isNumeric =
    column.numeric === true ||
    'usdt' in column ||
    'krw' in column ||
    'price' in column ||
    'count' in column ||
    (compact && index > 0);
  return classes(
    'first:pl-0 last:pr-0',
    compact ? 'px-1.5 md:px-2.5' : 'px-2.5',
    isNumeric ? 'whitespace-nowrap text-right' : 'text-left',
    column.isExtra === true && 'max-desk:hidden',
  );
}

interface RowProps<Line> {
  readonly columns: readonly (Column<Line> | CompactColumn<Line>)[];
  readonly compact: boolean;
  readonly line: Line;
  readonly className: string;
}

function Row<Line>({ columns, compact, line, className }: RowProps<Line>) {
  return (
    <tr
      className={classes(
        !compact &&
          'max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:py-2.5',
        className,
      )}
    >
      {columns.map((column, index) => {
        const isName = column.isName === true || (compact && index === 0);
        const label = column.label === true ? column.head : ofLine(column.label, line);
        const place = compact ? undefined : (ofLine(column.place, line) ?? 'none');
        const Tag = isName ? 'th' : 'td';
        return (
          <Tag
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
            key={index}
            scope={isName ? 'row' : undefined}
            className={classes(
              'py-2 leading-5',
              classOf(column, index, compact),
              !compact && 'max-md:min-w-0 max-md:p-0',
              isName && 'font-medium',
              'time' in column && (column.numeric === true ? timeClass.figure : timeClass.text),
              place && places[place],
              ofLine(column.className, line),
            )}
          >
            {label !== undefined && <span className="font-regular text-fg-subtle md:hidden">{label} </span>}
            <Content column={column} line={line} />
          </Tag>
        );
      })}
    </tr>
  );
}

function Content<Line>({ column, line }: { readonly column: AnyColumn<Line>; readonly line: Line }) {
  const { formatPrice, formatCount } = useTexts();
  if ('cell' in column) return column.cell(line);
  if ('krw' in column) return <KrwCell value={column.krw(line)} />;
  if ('price' in column) return formatPrice(column.price(line));
  if ('count' in column) return formatCount(column.count(line));
  if ('time' in column) return dateTimeInKorea(column.time(line));
  const usdt = column.usdt(line);
  if (usdt === null) return <None />;
  return <UsdtCell value={usdt} />;
}

/** The link of a row: on a phone, all of its card leads there. */
export const RowLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link
    {...rest}
    className={classes('hover:underline max-md:after:absolute max-md:after:inset-0', className)}
  />
);

/** Placeholder with the same heights, so that nothing jumps. */
export function TableSkeleton({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <div aria-hidden="true">
      <div className="h-[35px] border-line border-b max-md:hidden" />
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="flex h-[61px] items-center justify-between border-line border-b last:border-transparent md:h-[37px]"
        >
          {Array.from({ length: columns }, (_, column) => column).map((column) => (
            <Skeleton key={column} className={classes('w-20 max-w-[14%]', column > 2 && 'max-md:hidden')} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface PagedTableProps<Line>
  extends Omit<CardTableProps<Line>, 'lines'>,
    Pick<PagedProps<Line>, 'list' | 'failed' | 'none'> {
  readonly skeletonRows?: number;
}

/** A table of a list that is loaded page by page. */
export function PagedTable<Line>(props: PagedTableProps<Line>) {
  const { list, failed, none, skeletonRows = 8, ...table } = props;
  return (
    <Paged
      list={list}
      failed={failed}
      none={none}
      skeleton={<TableSkeleton rows={skeletonRows} columns={table.columns.length} />}
    >
      {(lines) => <Table {...table} lines={lines} />}
    </Paged>
  );
}
