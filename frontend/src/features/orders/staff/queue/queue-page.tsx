import type { Side } from '@matgyo/contracts/ids';
import { type KrwRangeId, krwRange, krwRangeIds } from '@matgyo/contracts/krw-ranges';
import { type RefObject, useRef } from 'react';
import { useQueueCounts } from '../../../../api/waiting.ts';
import { timeAgo } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { serverNow } from '../../../../session/server-clock.ts';
import { Button } from '../../../../ui/button.tsx';
import { Chips } from '../../../../ui/choice.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { SearchField } from '../../../../ui/filter-field.tsx';
import { Kbd } from '../../../../ui/kbd.tsx';
import { onDemand, onDemandDialog } from '../../../../ui/on-demand.tsx';
import { usePageTitle } from '../../../../ui/page-title.ts';
import { Empty } from '../../../../ui/placeholder.tsx';
import { Contained } from '../../../../ui/section.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { useAddress } from '../../../../ui/use-address.ts';
import { panelWidth, useMedia } from '../../../../ui/use-media.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { AskedAction } from '../actions/asked-action.tsx';
import { OrderPanel } from '../panel/order-panel.tsx';
import { type Queue, queues, useQueues } from './queue-orders.ts';
import { orderPath, rowToFocus } from './queue-row.tsx';
import { QueueSection } from './queue-section.tsx';
import { type QueueActions, useQueueActions } from './use-queue-actions.ts';
import { type QueueCursor, useQueueCursor } from './use-queue-cursor.ts';

/** An admin's orders of one side: three queues, and the chosen order in a panel. Everything works by keyboard. */
export default function QueuePage({ side }: { readonly side: Side }) {
  const { t } = useTexts();
  const address = useAddress();
  const wide = useMedia(panelWidth);
  const range = address.readOne('krw', ['', ...krwRangeIds]);
  const search = address.read('q');
  const searchField = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const sections = useQueues(side, { range, search });
  const counts = useQueueCounts().data?.[side];
  const cursor = useQueueCursor(sections, wide);
  const actions = useQueueActions(cursor, { searchField, panel });
  const foundNone =
    search !== '' && sections.every(({ orders, list }) => orders?.length === 0 && !list.hasNextPage);
  const title = t(`staff.sideOrders.${side}`);
  usePageTitle(title);
  return (
    <div className="min-[75rem]:grid min-[75rem]:grid-cols-[minmax(0,1fr)_23.25rem]">
      <div className="min-w-0 border-line px-5 pt-4 pb-6 min-[75rem]:border-r md:px-6 md:pt-[18px] md:pb-16">
        <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-title">{title}</h1>
          <div ref={searchField} className="flex items-center gap-3 max-md:w-full">
            <Freshness updatedAt={Math.min(...sections.map(({ list }) => list.dataUpdatedAt))} />
            <SearchField
              bare
              label={t('queue.search')}
              value={search}
              onSearch={(text) => address.type({ q: text, order: '' })}
              className="w-56 max-md:w-full"
            />
          </div>
        </div>
        <RangeChips
          chosen={range}
          counts={search === '' && counts ? listedIn(counts) : undefined}
          onChoose={(next) => address.choose({ krw: next, order: '' })}
        />
        {cursor.isMissing && cursor.chosen === undefined && <NotListed id={cursor.id} />}
        {foundNone ? (
          <Empty
            title={t('queue.noneFound', { search })}
            text={range === '' ? t('queue.noneFoundText') : t('queue.noneFoundInRange')}
            action={
              <Button onClick={() => address.choose({ q: '', order: '' })}>{t('queue.clearSearch')}</Button>
            }
          />
        ) : (
          sections.map((section) => (
            <Contained key={section.queue}>
              <QueueSection
                side={side}
                rows={section}
                filtered={range !== '' || search !== ''}
                total={search === '' && counts ? totalOf(counts, section.queue, range) : undefined}
                cursor={cursor}
                actions={actions}
              />
            </Contained>
          ))
        )}
        <Keys />
      </div>
      <Panel wide={wide} place={panel} cursor={cursor} actions={actions} />
      <QueueDialogs cursor={cursor} actions={actions} />
    </div>
  );
}

/** Of an order that a notification or link names: decided meanwhile, or far down. */
function NotListed({ id }: { readonly id: string }) {
  const { t } = useTexts();
  return (
    <p role="status" className="mt-4 text-small">
      {t('panel.notListed')}{' '}
      <TextLink to={orderPath(id)} className="text-accent">
        {t('panel.open')}
      </TextLink>
    </p>
  );
}

interface PanelProps {
  readonly wide: boolean;
  readonly place: RefObject<HTMLElement | null>;
  readonly cursor: QueueCursor;
  readonly actions: QueueActions;
}

/** The chosen order: beside the queues, or in a dialog on a narrow window. */
function Panel({ wide, place, cursor, actions }: PanelProps) {
  const { t } = useTexts();
  const { chosen, expectChange, acknowledge } = cursor;
  const close = () => cursor.choose('');
  const panel = chosen !== undefined && (
    <OrderPanel
      key={chosen.order._id}
      chosen={chosen}
      askMatch={actions.askMatch}
      onAction={actions.askListed}
      onSeen={(order) => (order.revision === chosen.seen.revision ? expectChange(order) : acknowledge(order))}
      onClose={close}
    />
  );
  if (!wide)
    return (
      <Dialog open={chosen !== undefined} title={t('panel.title')} onClose={close}>
        {panel}
      </Dialog>
    );
  return (
    <aside
      ref={place}
      aria-label={t('panel.title')}
      onKeyDown={(event) => {
        // Not from a dialog that the panel opened.
        if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return;
        event.preventDefault();
        cursor.focusRow();
      }}
      className="sticky top-[52px] flex h-[calc(100dvh-52px)] flex-col overflow-y-auto overscroll-contain max-[74.9375rem]:hidden"
    >
      {panel || <p className="px-5 pt-5 text-fg-muted text-small">{t('panel.none')}</p>}
    </aside>
  );
}

type Counts = NonNullable<ReturnType<typeof useQueueCounts>['data']>['sell'];
type OrderCount = Counts['openInProgress'];

const countIn = (count: OrderCount, range: KrwRangeId | ''): number =>
  range === '' ? count.total : count.ranges[range];

/** The orders of a queue within the chosen range of won. An open order with a match is listed in progress only. */
function totalOf(counts: Counts, queue: Queue, range: KrwRangeId | ''): number {
  const total = countIn(counts[queue], range);
  // Counted one after the other, while orders move.
  return queue === 'open' ? Math.max(0, total - countIn(counts.openInProgress, range)) : total;
}

/** The orders of all queues, each once. */
function listedIn(counts: Counts): OrderCount {
  const sumOf = (range: KrwRangeId | '') =>
    queues.reduce((sum, queue) => sum + totalOf(counts, queue, range), 0);
  const ranges = Object.fromEntries(krwRangeIds.map((range) => [range, sumOf(range)]));
  return { total: sumOf(''), ranges: ranges as OrderCount['ranges'] };
}

function Freshness({ updatedAt }: { readonly updatedAt: number }) {
  const { t, language } = useTexts();
  const now = useNow(5_000);
  if (updatedAt === 0) return null;
  // `updatedAt` is by the device's clock, `now` by the server's.
  const refreshedAt = new Date(updatedAt + serverNow() - Date.now()).toISOString();
  const ago = timeAgo(refreshedAt, now, language);
  return (
    <p className="whitespace-nowrap text-fg-subtle text-small max-lg:hidden">
      {t('history.by.oldest')} ·{' '}
      {ago === undefined ? t('queue.refreshedNow') : t('queue.refreshed', { when: ago })}
    </p>
  );
}

function Keys() {
  const { t } = useTexts();
  const keys = [
    [['J', 'K'], t('queue.keyMove')],
    [['↵'], t('queue.keyOpen')],
    [['P'], t('queue.keyPanel')],
    [['S'], t('queue.select')],
    [['A'], t('queue.approve')],
    [['R'], t('queue.reject')],
    [['M'], t('queue.match')],
    [['C'], t('queue.cancel')],
    [['?'], t('queue.keyHelp')],
  ] as const;
  return (
    <p
      aria-hidden="true"
      className="fixed bottom-0 left-[5.25rem] z-10 flex w-[calc(100vw-5.25rem)] gap-4 border-line border-t bg-canvas px-6 py-[9px] text-fg-subtle text-micro max-md:hidden min-[75rem]:w-[calc(100vw-28.5rem)] print:hidden"
    >
      {keys.map(([names, what]) => (
        <span key={what} className="inline-flex items-center gap-1">
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          {what}
        </span>
      ))}
    </p>
  );
}

interface RangeChipsProps {
  readonly chosen: KrwRangeId | '';
  /** Orders per range and in total; undefined while loading, and while searching: the server does not count search results. */
  readonly counts: OrderCount | undefined;
  readonly onChoose: (range: KrwRangeId | '') => void;
}

/** Amount ranges of the specification, in units of 10,000 won in Korean, of 1,000 in English. */
function RangeChips({ chosen, counts, onChoose }: RangeChipsProps) {
  const { t, language, formatCount } = useTexts();
  const compact = new Intl.NumberFormat(language, { notation: 'compact' });
  const unit = language === 'ko' ? 10_000 : 1_000;
  const inUnits = (krw: string) => formatCount(Number(krw) / unit);
  const label = (id: KrwRangeId): string => {
    const { from, to } = krwRange(id);
    return to === null
      ? t('queue.above', { amount: compact.format(Number(from.krw)) })
      : t('queue.between', { from: inUnits(from.krw), to: inUnits(to.krw) });
  };
  const count = (many: number | undefined) => (many === undefined ? undefined : formatCount(many));
  return (
    <Chips
      dense
      label={t('queue.byAmount')}
      chosen={chosen}
      onChoose={onChoose}
      choices={[
        { value: '', label: t('label.all'), count: count(counts?.total) },
        ...krwRangeIds.map((id) => ({ value: id, label: label(id), count: count(counts?.ranges[id]) })),
      ]}
    />
  );
}

const ApproveMany = onDemand(() => import('./approve-many.tsx'));
const ShortcutsHelp = onDemandDialog(() => import('./shortcuts-help.tsx'));

/** The dialogs of the queue page, each loaded when it is first opened. */
function QueueDialogs({ cursor, actions }: { readonly cursor: QueueCursor; readonly actions: QueueActions }) {
  const { question, done, picked, many, help } = actions;
  return (
    <>
      <AskedAction
        question={question}
        listed={cursor.orders.find(({ _id }) => _id === question.subject?.order._id)}
        returnTo={() => rowToFocus(cursor.here.current)}
        onDone={done}
      />
      {many.subject !== undefined && (
        <ApproveMany
          key={many.isOpen ? 'open' : 'closed'}
          orders={many.subject}
          open={many.isOpen}
          onClose={many.close}
          onDone={picked.remove}
        />
      )}
      <ShortcutsHelp open={help.isOpen} onClose={help.close} />
    </>
  );
}
