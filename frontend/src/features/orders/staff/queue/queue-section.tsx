import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { ChevronDown } from 'lucide-react';
import { Fragment, useId } from 'react';
import { useCurrentPrice } from '../../../../api/price.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { classes } from '../../../../ui/class-names.ts';
import { Kbd } from '../../../../ui/kbd.tsx';
import { LoadMore } from '../../../../ui/paged.tsx';
import { NotLoaded, Skeleton } from '../../../../ui/placeholder.tsx';
import { Count } from '../../../../ui/titled-section.tsx';
import { useAddress } from '../../../../ui/use-address.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { isOffered } from '../actions/actions.ts';
import { type Queue, type QueueOrders, queues } from './queue-orders.ts';
import { priceColumn, QueueRow, wideColumn, widerColumn } from './queue-row.tsx';
import { StillRows } from './still-rows.tsx';
import type { QueueActions } from './use-queue-actions.ts';
import type { QueueCursor } from './use-queue-cursor.ts';

interface QueueSectionProps {
  readonly side: Side;
  readonly rows: QueueOrders;
  readonly filtered: boolean;
  /** The server's count; undefined while searching, since it does not count search results. */
  readonly total: number | undefined;
  readonly cursor: QueueCursor;
  readonly actions: QueueActions;
}

/** The same in all sections, each as wide as the longest content of one line; the nickname has the rest. */
const widths = {
  ko: ['90px', '162px', 'auto', '94px', '36px', '94px', '70px', '92px', '88px'],
  en: ['96px', '162px', 'auto', '94px', '36px', '94px', '70px', '92px', '156px'],
} as const;

/** By column: which are hidden where there is little room, and then that of the amount has the remainder below it. */
const columnClasses: Readonly<Record<number, string>> = {
  2: 'max-lg:hidden',
  3: widerColumn,
  4: wideColumn,
  5: wideColumn,
  6: priceColumn,
};

/** One queue of a side, oldest orders first; scrolling to its end loads more. */
export function QueueSection(props: QueueSectionProps) {
  const { side, rows, filtered, total, actions } = props;
  const { t, formatCount } = useTexts();
  const id = useId();
  const { folded, fold } = useFolding(rows.queue);
  const labels = useQueueLabels(side, rows.queue);
  const { orders, list } = rows;
  const loaded = `${formatCount(orders?.length ?? 0)}${list.hasNextPage ? '+' : ''}`;
  const countText = total === undefined ? loaded : formatCount(total);
  const pickable = orders?.filter((order) => isOffered('approve', order)) ?? [];
  return (
    <section aria-labelledby={id} className="mt-5">
      <div className="flex items-center justify-between">
        <h2 id={id} className="text-body font-strong">
          <button
            type="button"
            aria-expanded={!folded}
            onClick={fold}
            className="flex min-h-8 items-center gap-1.5 rounded-xs"
          >
            <ChevronDown
              size={18}
              strokeWidth={1.8}
              className={classes('transition-transform duration-fast', folded && '-rotate-90')}
            />
            {labels.title}
            {orders !== undefined && <Count text={countText} />}
          </button>
        </h2>
        <span
          aria-hidden="true"
          className="flex items-center gap-[5px] text-fg-subtle text-micro max-md:hidden"
        >
          {Object.entries(labels.keys).map(([key, what]) => (
            <Fragment key={key}>
              <Kbd>{key}</Kbd> {what}
            </Fragment>
          ))}
        </span>
      </div>
      {!folded && pickable.length > 1 && <PickBar pickable={pickable} actions={actions} />}
      {!folded && orders !== undefined && orders.length > 0 && (
        <QueueTable {...props} orders={orders} labelId={id} />
      )}
      {!folded && orders !== undefined && orders.length === 0 && !list.hasNextPage && (
        <p className="border-line border-t py-3 text-fg-muted text-small">
          {filtered ? labels.noneMatch : labels.none}
        </p>
      )}
      {!folded && orders === undefined && (
        <NotLoaded failed={t('offers.loadFailed')} query={list}>
          <RowSkeleton />
        </NotLoaded>
      )}
      {!folded && <LoadMore list={list} />}
    </section>
  );
}

/** Whether a queue is folded, which is in the address. */
function useFolding(queue: Queue) {
  const address = useAddress();
  const all = new Set(address.read('fold').split(','));
  return {
    folded: all.has(queue),
    fold: () => address.choose({ fold: queues.filter((one) => all.has(one) !== (one === queue)).join(',') }),
  };
}

function useQueueLabels(side: Side, queue: Queue) {
  const { t } = useTexts();
  const labels = {
    pending: {
      title: t('queue.pending'),
      keys: { A: t('queue.approve'), R: t('queue.reject') },
      none: t('queue.noPending'),
    },
    inProgress: {
      title: t('queue.inProgress'),
      keys: { D: t('queue.complete'), X: t('queue.cancelMatch') },
      none: t('queue.noInProgress'),
    },
    open: {
      title: t(`queue.open.${side}`),
      keys: { M: t('queue.match'), C: t('queue.cancel') },
      none: t(`queue.noOpen.${side}`),
    },
  };
  return { ...labels[queue], noneMatch: t(`queue.noneMatch.${side}`) };
}

interface QueueTableProps extends QueueSectionProps {
  readonly orders: readonly AdminOrderView[];
  readonly labelId: string;
}

function QueueTable(props: QueueTableProps) {
  const { side, rows, orders, labelId, cursor, actions } = props;
  const { language } = useTexts();
  const now = useNow(15_000);
  const price = useCurrentPrice().data?.data;
  return (
    <table
      aria-labelledby={labelId}
      className="w-full table-fixed border-collapse text-small leading-5 max-md:block"
    >
      <colgroup className="max-md:hidden">
        {widths[language].map((width, column) => (
          <col
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
            key={column}
            width={width}
            className={columnClasses[column]}
          />
        ))}
      </colgroup>
      <Head side={side} />
      <StillRows still={!rows.list.isPlaceholderData}>
        {orders.map((order) => (
          <QueueRow
            key={order._id}
            order={order}
            queue={rows.queue}
            chosen={order._id === cursor.id}
            picked={actions.picked.ids.has(order._id)}
            onPick={actions.picked.toggle}
            price={price}
            now={now}
            onChoose={cursor.choose}
          />
        ))}
      </StillRows>
    </table>
  );
}

interface PickBarProps {
  readonly pickable: readonly AdminOrderView[];
  readonly actions: QueueActions;
}

function PickBar({ pickable, actions: { picked, many } }: PickBarProps) {
  const { t } = useTexts();
  const count = pickable.filter(({ _id }) => picked.ids.has(_id)).length;
  const all = count === pickable.length;
  return (
    <div className="flex min-h-9 items-center gap-3 text-small">
      <label className="flex min-h-8 items-center gap-3 md:-ml-5 md:gap-2">
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box !== null) box.indeterminate = !all && count > 0;
          }}
          onChange={() => picked.replace(all ? [] : pickable)}
          className="size-4 accent-accent"
        />
        {count === 0 ? t('many.all') : t('many.picked', { count })}
      </label>
      {count > 1 && (
        <Button size="small" variant="primary" onClick={() => many.open(picked.orders)}>
          {t('many.approve', { count })}
        </Button>
      )}
    </div>
  );
}

function Head({ side }: { readonly side: Side }) {
  const { t } = useTexts();
  const head = 'whitespace-nowrap px-2 py-[5px] text-left text-fg-subtle text-micro font-medium';
  const columns = [
    [t('queue.age'), 'pl-2.5'],
    [t('order.title')],
    [side === 'sell' ? t('label.seller') : t('label.buyer'), 'max-lg:md:hidden'],
    [t('label.amount'), 'text-right'],
    [t('queue.fill'), wideColumn],
    [t('fill.open'), `text-right ${wideColumn}`],
    [t('label.price'), `text-right ${priceColumn}`],
    [t('label.krw'), 'text-right'],
    [t('label.status'), 'pl-3.5'],
  ] as const;
  return (
    <thead className="max-md:sr-only">
      <tr className="border-line border-b">
        {columns.map(([name, look]) => (
          <th key={name} scope="col" className={classes(head, look)}>
            {look === wideColumn ? <span className="sr-only">{name}</span> : name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function RowSkeleton() {
  return (
    <>
      <div className="h-7 border-line border-b max-md:hidden" />
      {['a', 'b', 'c'].map((row) => (
        <div
          key={row}
          className="flex h-[37px] items-center justify-between border-line border-b last:border-transparent max-md:h-[84px]"
        >
          <Skeleton className="w-16 max-md:w-36" />
          <Skeleton className="w-32 max-md:hidden" />
          <Skeleton className="w-20" />
          <Skeleton className="w-20 max-md:hidden" />
          <Skeleton className="w-16 max-md:hidden" />
        </div>
      ))}
    </>
  );
}
