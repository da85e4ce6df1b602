import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { isZero, type Price } from '@matgyo/contracts/money';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { dateTimeInKorea } from '../../../../format/date-time.ts';
import { durationText, secondsSince } from '../../../../format/duration.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { KrwCell, None, UsdtAmount, UsdtCell } from '../../../../ui/amount.tsx';
import { classes } from '../../../../ui/class-names.ts';
import { FillBar, quantitiesOf } from '../../../../ui/fill-bar.tsx';
import { OrderStatus, statusMatch } from '../../../../ui/order-status.tsx';
import { isOffered } from '../actions/actions.ts';
import { isOverdue, waitingSince } from './age.ts';
import type { Queue } from './queue-orders.ts';

interface QueueRowProps {
  readonly order: AdminOrderView;
  readonly queue: Queue;
  readonly chosen: boolean;
  /** Picked to be approved with others. */
  readonly picked: boolean;
  readonly onPick: (order: AdminOrderView) => void;
  /** The current price; other prices are highlighted. */
  readonly price: Price | null | undefined;
  readonly now: number;
  readonly onChoose: (orderId: string) => void;
}

export const rowId = (orderId: string): string => `row-${orderId}`;

export const orderPath = (orderId: string): string => `/admin/orders/${orderId}`;

/** The fill bar's and the remainder's columns, where they leave room for nicknames; English words are longer. */
export const wideColumn =
  'max-lg:hidden max-md:hidden min-[75rem]:max-[84rem]:hidden [:lang(en)_&]:min-[75rem]:max-[87.5rem]:hidden';
/** The remainder below the amount, where it has no column. */
const withoutColumn = 'lg:hidden min-[75rem]:max-[84rem]:block [:lang(en)_&]:min-[75rem]:max-[87.5rem]:block';

/** The amount's column there. */
export const widerColumn =
  'max-lg:w-28 min-[75rem]:max-[84rem]:w-28 [:lang(en)_&]:min-[75rem]:max-[87.5rem]:w-26';

/** The price's column, where it leaves room for nicknames; the panel has the price too. */
export const priceColumn = 'max-md:hidden [:lang(en)_&]:min-[75rem]:max-xl:hidden';

const cell = 'overflow-hidden px-2 py-[7px] max-md:block max-md:p-0';

/** The order whose row had the focus last, until something else than its dialog gets it. */
let lastFocused: string | undefined;

/**
 * The row that a closing dialog gives the focus to, or the sheet that covers it. If no queue lists the order at that
 * moment, its next row takes it.
 */
export function rowToFocus(orderId: string): HTMLElement | null {
  const sheet = document.querySelector('[role=dialog][data-open]:has([id^=panel-])');
  if (sheet !== null) return sheet.querySelector('h2');
  lastFocused = orderId;
  return document.getElementById(rowId(orderId));
}

export function QueueRow(props: QueueRowProps) {
  const { order, queue, chosen, picked, onPick, price, now, onChoose } = props;
  const { t } = useTexts();
  const navigate = useNavigate();
  const since = waitingSince(order, queue);
  const waited = secondsSince(since, now);
  const link = useRef<HTMLAnchorElement>(null);
  // A row that moves to another queue is rendered anew there, before or after it leaves the old one or its dialog
  // closes, and takes the focus along.
  useLayoutEffect(() => {
    if (lastFocused !== order._id) return;
    const { activeElement, body } = document;
    // `main` has it if the row was gone for long (useKeepFocus).
    const isFree =
      activeElement === body ||
      activeElement?.id === 'main' ||
      activeElement?.closest('[data-closed]') != null;
    if (isFree || activeElement?.id === rowId(order._id)) link.current?.focus();
  }, [order._id]);
  return (
    <tr
      className={classes(
        'relative border-line border-b last:border-transparent',
        'max-md:-mx-5 max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:gap-y-px max-md:px-5 max-md:py-[11px]',
        queue === 'pending' && 'max-md:pl-12',
        chosen && 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]',
      )}
    >
      <td
        title={dateTimeInKorea(since)}
        className={classes(
          cell,
          'whitespace-nowrap pl-2.5 max-md:order-6 max-md:text-right',
          isOverdue(waited, queue) ? 'font-strong text-danger' : 'text-fg-muted',
        )}
      >
        {durationText(waited, t)}
      </td>
      <th
        scope="row"
        className={classes(
          cell,
          fits(order.orderCode, codeMost),
          'text-left font-medium max-md:order-1 max-md:whitespace-normal max-md:text-body',
        )}
      >
        {isOffered('approve', order) && (
          <label className="absolute top-1/2 -left-5 z-10 -mx-1 -translate-y-1/2 px-1 py-1 max-md:left-5">
            <input
              type="checkbox"
              aria-label={t('many.pick', { code: order.orderCode })}
              checked={picked}
              onChange={() => onPick(order)}
              className="block size-4 accent-accent"
            />
          </label>
        )}
        {/* The whole row is a link: a click chooses it, Enter or a new tab opens it. */}
        <Link
          ref={link}
          id={rowId(order._id)}
          onFocus={() => {
            lastFocused = order._id;
          }}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget?.closest('[role=alertdialog]') === null) lastFocused = undefined;
          }}
          to={orderPath(order._id)}
          aria-current={chosen ? 'true' : undefined}
          onClick={(event) => {
            if (event.detail === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onChoose(order._id);
          }}
          onDoubleClick={() => void navigate(orderPath(order._id))}
          className="scroll-mt-28 scroll-mb-20 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
        >
          {order.orderCode}
        </Link>
      </th>
      <td className={classes(cell, 'break-all max-lg:md:hidden max-md:order-3 max-md:text-fg-muted')}>
        {order.userId.nickname}
      </td>
      <Figures order={order} queue={queue} price={price} />
      <td className={classes(cell, 'pl-3.5 max-md:order-5')}>
        <QueueStatus order={order} />
      </td>
    </tr>
  );
}

interface QueueStatusProps extends Pick<QueueRowProps, 'order'> {
  readonly badge?: boolean;
}

/**
 * What an admin has to see first: a late payment, a trade to complete, a dispute, an inactive owner; else the order's
 * status. Also in the panel.
 */
export function QueueStatus({ order, badge = false }: QueueStatusProps) {
  const { t } = useTexts();
  if (order.overdue)
    return (
      <span className="inline-block whitespace-nowrap rounded-full bg-danger px-2 font-strong text-micro text-on-danger leading-5">
        {t('steps.timeUp')}
      </span>
    );
  if (order.ownerInactive && statusMatch(order) === undefined)
    return <span className="text-fg-muted text-small">{t('queue.ownerInactive')}</span>;
  return <OrderStatus order={order} badge={badge} />;
}

function Figures({ order, queue, price }: Pick<QueueRowProps, 'order' | 'queue' | 'price'>) {
  const { t, formatUsdt, formatPrice } = useTexts();
  const pending = queue === 'pending';
  const isPart = order.amountRemaining !== order.amount && !isZero(order.amountRemaining);
  return (
    <>
      <AmountCell
        digits={order.amount}
        most={usdtMost}
        className="max-md:order-2 max-md:font-medium max-md:text-body"
      >
        <UsdtCell value={order.amount} />
        {isPart && (
          <span className={classes('block text-fg-subtle text-micro', withoutColumn)}>
            {t('order.remaining', { amount: formatUsdt(order.amountRemaining) })}
          </span>
        )}
      </AmountCell>
      <td className={classes(cell, wideColumn)}>
        {!pending && <FillBar thin quantities={quantitiesOf(order)} />}
      </td>
      <AmountCell digits={order.amountRemaining} most={usdtMost} className={wideColumn}>
        {pending ? <None /> : <UsdtAmount value={order.amountRemaining} />}
      </AmountCell>
      <td
        className={classes(
          cell,
          fits(order.price, priceMost),
          'text-right',
          priceColumn,
          price == null || order.price === price ? 'text-fg-subtle' : 'font-strong',
        )}
      >
        {formatPrice(order.price)}
      </td>
      <AmountCell digits={order.krwAmount} most={krwMost} className="max-md:order-4">
        <KrwCell value={order.krwAmount} />
      </AmountCell>
    </>
  );
}

interface AmountCellProps {
  readonly digits: string;
  readonly most: number;
  readonly className: string;
  readonly children: ReactNode;
}

const AmountCell = ({ digits, most, className, children }: AmountCellProps) => (
  <td className={classes(cell, fits(digits, most), 'text-right', className)}>{children}</td>
);

/** What is too long for its column goes on in a second line: cut off, an amount would read as a smaller one. */
const fits = (text: string, most: number) =>
  text.length > most ? 'md:whitespace-normal md:*:whitespace-normal' : 'whitespace-nowrap';
/** `Sell70613-7b95bf2d`, `9999.9999`, `1412.5` and `99999999` are in one line. */
const codeMost = 18;
const usdtMost = 9;
const priceMost = 6;
const krwMost = 8;
