import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Side } from '@matgyo/contracts/ids';
import { type KrwRangeId, krwRangeIds } from '@matgyo/contracts/krw-ranges';
import { useDeferredValue, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCurrentPrice } from '../../../../api/price.ts';
import { useQueueCounts } from '../../../../api/queue-counts.ts';
import { timeAgo } from '../../../../format/moment.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { usePageTitle } from '../../../../shell/page-title.ts';
import { useStaffActs } from '../../../../shell/staff-acts.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { SearchField } from '../../../../ui/filter-field.tsx';
import { Kbd } from '../../../../ui/kbd.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { Contained } from '../../../../ui/section.tsx';
import { useAddress } from '../../../../ui/use-address.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { useWide } from '../../../../ui/use-wide.ts';
import { type Act, acts, isOffered } from '../acts/acts.ts';
import { OrderPanel } from '../panel/order-panel.tsx';
import { type Queue, queues, useQueues } from './queue-orders.ts';
import { orderPath, rowId } from './queue-row.tsx';
import { QueueSection } from './queue-section.tsx';
import { RangeChips } from './range-chips.tsx';
import { useArrival } from './use-arrival.ts';
import { useChosen } from './use-chosen.ts';
import { usePlace } from './use-place.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ApproveMany = onDemand(() => import('./approve-many.tsx'));
const ActDialog = onDemand(() => import('../acts/act-dialog.tsx'));
const ShortcutsHelp = onDemand(() => import('./shortcuts-help.tsx'));

interface Asking {
  readonly act: Act;
  readonly order: AdminOrderView;
  readonly tradeId: string | undefined;
}

/** An admin's orders of one side: three queues, the chosen order beside them, everything from the keyboard. */
export function QueuePage({ side }: { readonly side: Side }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const address = useAddress();
  const wide = useWide();
  const clock = useNow(15_000);
  const { data: price } = useCurrentPrice();
  const range = address.readOne('krw', ['', ...krwRangeIds]);
  const search = address.read('q');
  const { id, here, choose } = usePlace();
  // The panel asks the server about the order it shows: it follows once the keyboard lets it.
  const shownId = useDeferredValue(id);
  const sections = useQueues(side, { range: range === '' ? undefined : range, search });
  const { data: counts } = useQueueCounts();
  const orders = sections.flatMap((section) => section.orders ?? []);
  const { chosen, acknowledge, expectChange } = useChosen(shownId, orders);
  const [asking, setAsking] = useState<Asking>();
  const [asked, setAsked] = useState(false);
  const [help, setHelp] = useState(false);
  const [helpWanted, setHelpWanted] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [approving, setApproving] = useState(false);
  const selected = orders.filter((order) => picked.has(order._id) && isOffered('approve', order));
  const toggle = (order: AdminOrderView) => {
    if (isOffered('approve', order))
      setPicked(
        (before) =>
          new Set(
            [...before].filter((one) => one !== order._id).concat(before.has(order._id) ? [] : [order._id]),
          ),
      );
  };
  const searchField = useRef<HTMLDivElement>(null);
  const askMatch = useRef<(() => void) | undefined>(undefined);
  const title = side === 'sell' ? t('staff.sellOrders') : t('staff.buyOrders');
  usePageTitle(title);

  useArrival(id, sections, wide, choose);

  const move = (by: 1 | -1) => {
    const place = orders.findIndex(({ _id }) => _id === here.current);
    const next = orders[place === -1 ? (by === 1 ? 0 : orders.length - 1) : place + by];
    if (next === undefined) return;
    choose(next._id);
    focusRow(next._id);
  };
  const ask = (act: Act, order: AdminOrderView | undefined, tradeId?: string) => {
    if (order === undefined || !isOffered(act, order)) return;
    setAsking({ act, order, tradeId });
    setAsked(true);
  };
  /** The next one in the order's queue, so that a queue is worked off from the top. */
  const goOn = (order: AdminOrderView) => {
    setAsked(false);
    expectChange(order);
    if (asking?.act === 'complete' || asking?.act === 'cancelMatch') return;
    const queue =
      sections.find((section) => section.orders?.some(({ _id }) => _id === order._id))?.orders ?? [];
    const place = queue.findIndex(({ _id }) => _id === order._id);
    const next = queue[place + 1] ?? queue[place - 1];
    choose(next?._id ?? '');
    if (next !== undefined) focusRow(next._id);
  };
  const listed = orders.find(({ _id }) => _id === here.current);
  const open = () => {
    if (chosen !== undefined) void navigate(orderPath(chosen.order._id));
  };
  const shortcuts = {
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    a: () => (selected.length > 1 ? setApproving(true) : ask('approve', listed)),
    s: () => listed !== undefined && toggle(listed),
    r: () => ask('reject', listed),
    c: () => ask('cancel', listed),
    d: () => ask('complete', listed),
    x: () => ask('cancelMatch', listed),
    m: () => chosen?.order._id === here.current && askMatch.current?.(),
    o: open,
    Escape: () => choose(''),
    '/': () => searchField.current?.querySelector('input')?.focus(),
    '?': () => {
      setHelpWanted(true);
      setHelp(true);
    },
  };
  useShortcuts(shortcuts, asked || help || approving);
  useStaffActs(chosen?.order.orderCode, {
    ...Object.fromEntries(
      acts
        .filter((act) => listed !== undefined && isOffered(act, listed))
        .map((act) => [act, () => ask(act, listed)]),
    ),
    ...(listed?.action.includes('match') === true && { match: () => askMatch.current?.() }),
  });

  const panel = chosen !== undefined && (
    <OrderPanel
      key={chosen.order._id}
      order={chosen.order}
      listed={chosen.listed}
      seen={chosen.seen}
      ask={askMatch}
      onAct={(act, tradeId) => ask(act, listed, tradeId)}
      onSeen={(order) => (order.revision === chosen.seen.revision ? expectChange(order) : acknowledge(order))}
      onClose={() => choose('')}
    />
  );
  const total = counts?.[side];
  const filtered = range !== '' || search !== '';
  const folded = new Set(address.read('fold').split(','));
  const fold = (queue: Queue) =>
    address.choose({ fold: queues.filter((one) => folded.has(one) !== (one === queue)).join(',') });
  return (
    <div className="min-[75rem]:grid min-[75rem]:grid-cols-[minmax(0,1fr)_23.25rem]">
      <div className="min-w-0 border-line px-5 pt-4 pb-6 min-[75rem]:border-r md:px-6 md:pt-[18px] md:pb-16">
        <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-title">{title}</h1>
          <div ref={searchField} className="flex items-center gap-3 max-md:w-full">
            <Freshness heardAt={Math.min(...sections.map(({ heardAt }) => heardAt))} />
            <SearchField
              bare
              label={t('queue.search')}
              placeholder={t('queue.search')}
              value={search}
              onSearch={(text) => address.type({ q: text, order: '' })}
              className="w-56 max-md:w-full"
            />
          </div>
        </div>
        <RangeChips
          chosen={range}
          counts={total && sumOf(queues.map((queue) => total[queue]))}
          onChoose={(next) => address.choose({ krw: next, order: '' })}
        />
        {sections.map((section) => (
          <Contained key={section.queue}>
            <QueueSection
              side={side}
              rows={section}
              filtered={filtered}
              chosen={id}
              total={search !== '' ? undefined : totalOf(counts?.[side][section.queue], range)}
              folded={folded.has(section.queue)}
              onFold={() => fold(section.queue)}
              picked={picked}
              onPick={toggle}
              onPickAll={(all) => setPicked(new Set(all.map(({ _id }) => _id)))}
              onApprovePicked={() => setApproving(true)}
              price={price?.data}
              now={clock}
              onChoose={choose}
            />
          </Contained>
        ))}
        <Keys />
      </div>
      {wide ? (
        <aside
          aria-label={t('panel.title')}
          className="sticky top-[52px] flex h-[calc(100dvh-52px)] flex-col overflow-y-auto overscroll-contain max-[74.9375rem]:hidden"
        >
          {panel === false ? <NothingChosen /> : panel}
        </aside>
      ) : (
        <Dialog open={chosen !== undefined} title={t('panel.title')} onClose={() => choose('')}>
          {panel}
        </Dialog>
      )}
      {asking !== undefined && (
        <ActDialog
          key={`${asking.act} ${asking.order._id} ${asking.order.revision} ${asking.tradeId}`}
          act={asking.act}
          order={asking.order}
          tradeId={asking.tradeId}
          listed={orders.find(({ _id }) => _id === asking.order._id)}
          open={asked}
          returnTo={() => document.getElementById(rowId(here.current))}
          onClose={() => setAsked(false)}
          onDone={goOn}
        />
      )}
      {selected.length > 0 && (
        <ApproveMany
          key={approving ? 'asked' : 'not asked'}
          orders={selected}
          open={approving}
          onClose={() => setApproving(false)}
          onDone={(done) => setPicked((before) => new Set([...before].filter((one) => !done.includes(one))))}
        />
      )}
      {helpWanted && <ShortcutsHelp open={help} onClose={() => setHelp(false)} />}
    </div>
  );
}

/** After the row is drawn as chosen: the keyboard goes on from there. */
const focusRow = (orderId: string) =>
  requestAnimationFrame(() => document.getElementById(rowId(orderId))?.focus());

/** What the server counts in a queue, within a range of won if one is chosen. */
const totalOf = (count: QueueCount | undefined, range: KrwRangeId | '') =>
  range === '' ? count?.total : count?.ranges[range];

type QueueCount = NonNullable<ReturnType<typeof useQueueCounts>['data']>['sell']['pending'];

/** Of the three queues together; an order that is open and in a match stands in two of them and is counted in both. */
const sumOf = (counts: readonly QueueCount[]) => ({
  total: counts.reduce((sum, { total }) => sum + total, 0),
  ranges: Object.fromEntries(
    krwRangeIds.map((range) => [range, counts.reduce((sum, { ranges }) => sum + (ranges[range] ?? 0), 0)]),
  ) as QueueCount['ranges'],
});

function Freshness({ heardAt }: { readonly heardAt: number }) {
  const { t, language } = useTexts();
  const now = useNow(5_000);
  if (heardAt === 0) return null;
  const ago = timeAgo(new Date(heardAt).toISOString(), now, language);
  return (
    <p className="whitespace-nowrap text-fg-subtle text-small max-lg:hidden">
      {t('queue.oldestFirst')} · {ago === undefined ? t('queue.heardNow') : t('queue.heard', { when: ago })}
    </p>
  );
}

function NothingChosen() {
  const { t } = useTexts();
  return (
    <div className="px-5 pt-5 text-fg-muted">
      <p className="text-small">{t('panel.none')}</p>
    </div>
  );
}

/** The keys people use most, at the foot of the queue. */
function Keys() {
  const { t } = useTexts();
  const keys = [
    [['J', 'K'], t('queue.keyMove')],
    [['↵'], t('queue.keyOpen')],
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
      className="fixed bottom-0 left-[5.25rem] z-10 flex w-[calc(100vw-5.25rem)] gap-4 border-line border-t bg-canvas px-6 py-[9px] text-fg-subtle text-micro max-md:hidden min-[75rem]:w-[calc(100vw-28.5rem)]"
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
