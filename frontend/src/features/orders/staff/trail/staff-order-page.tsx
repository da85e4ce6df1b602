import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { ChevronRight, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isFailure } from '../../../../api/call-failure.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { saveFile } from '../../../../api/save-file.ts';
import { momentInKorea } from '../../../../format/moment.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { usePageTitle } from '../../../../shell/page-title.ts';
import { useStaffActs } from '../../../../shell/staff-acts.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../../ui/amount.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy.tsx';
import { FillBar } from '../../../../ui/fill-bar.tsx';
import { LoadFailure } from '../../../../ui/load-failure.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { Bone, Empty, Loading } from '../../../../ui/placeholder.tsx';
import { Status } from '../../../../ui/status.tsx';
import { toast } from '../../../../ui/toast.ts';
import { matchesOf } from '../../matches.ts';
import { AsOf } from '../../trail/as-of.tsx';
import { FillTree } from '../../trail/fill-tree.tsx';
import { fillsAt } from '../../trail/fills-at.ts';
import { type OrderTrail, useOrderTrail } from '../../trail/order-trail.ts';
import { Timeline } from '../../trail/timeline.tsx';
import { type Act, acts, isOffered } from '../acts/acts.ts';
import { ConflictNote } from '../acts/conflict-note.tsx';
import { useShortcuts } from '../queue/use-shortcuts.ts';
import { type OpenedCase, openCase } from './paper/open-case.ts';
import { useStaffOrder } from './staff-order.ts';
import { StaffProof } from './staff-proof.tsx';
import { trailCsv, trailJson } from './trail-files.ts';

const ActDialog = onDemand(() => import('../acts/act-dialog.tsx'));
const CaseSheet = onDemand(() => import('./paper/case-sheet.tsx'));

/** One order for those who answer for it: its whole life with that of its matches, who did what and why, and the proof. */
export default function StaffOrderPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { data: trail, error, refetch, isFetching } = useOrderTrail(id);
  usePageTitle(trail?.orderCode ?? t('order.title'));
  return (
    <div className="page-x max-w-[75rem] pt-4 pb-10 md:pt-5 md:pb-16">
      {trail !== undefined ? (
        <Order key={id} id={id} trail={trail} />
      ) : isFailure(error, 'ORDER_NOT_FOUND') ? (
        <Empty
          headingLevel={1}
          title={t('order.notFoundTitle')}
          text={t('audit.notFound')}
          action={
            <ButtonLink to="/admin/sell-orders" variant="primary">
              {t('staff.sellOrders')}
            </ButtonLink>
          }
        />
      ) : error !== null ? (
        <LoadFailure title={t('order.loadFailed')} error={error} onRetry={refetch} retrying={isFetching} />
      ) : (
        <Loading>
          <Bone className="mt-8 h-6 w-56" />
          <Bone className="mt-6 h-[68px] w-full rounded-lg" />
          <Bone className="mt-12 h-8 w-48" />
          <Bone className="mt-4 h-2.5 w-full rounded-full" />
        </Loading>
      )}
    </div>
  );
}

function Order({ id, trail }: { readonly id: string; readonly trail: OrderTrail }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<number>();
  const { everything: entries, side } = trail;
  const [first] = entries;
  const { data: order } = useStaffOrder(id, first?.actorId ?? null, side);
  const places = entries.length;
  const place = Math.min(chosen ?? places, places);
  const entry = entries[place - 1];
  const matches = new Map(order == null ? [] : matchesOf(order).map((match) => [match.tradeId, match]));
  // Following the last event means following the order as it goes on.
  const goTo = (next: number) => setChosen(next === places ? undefined : next);
  if (entry === undefined || first === undefined) return null;
  const { status, settled, reserved, open, withdrawn } = entry.state;
  return (
    <>
      <nav
        aria-label={t('audit.where')}
        className="flex min-h-9 items-center gap-1 text-fg-subtle text-small print:hidden"
      >
        <Link to={`/admin/${side}-orders?order=${id}`} className="rounded-xs hover:text-fg">
          {side === 'sell' ? t('staff.sellOrders') : t('staff.buyOrders')}
        </Link>
        <ChevronRight size={14} strokeWidth={1.8} />
        <span className="text-fg">{trail.orderCode}</span>
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <div className="flex items-center gap-0.5">
            <h1 className="text-title">{trail.orderCode}</h1>
            <CopyButton
              text={id}
              label={t('order.copyId', { code: trail.orderCode })}
              done={t('order.idCopied')}
              className="print:hidden"
            />
          </div>
          <p className="text-fg-muted text-small">
            {first.actorNickname} · {t('order.placedAt', { at: momentInKorea(first.at) })}
            {order != null && (
              <>
                {' · 1 USDT '}
                <PriceAmount value={order.price} />
              </>
            )}{' '}
            <span className="whitespace-nowrap text-fg-subtle md:ml-2.5">{id}</span>
          </p>
        </div>
        <Files id={id} trail={trail} />
      </div>
      {order != null && <Acts order={order} />}
      <StaffProof trail={trail} />
      <div className="print:hidden">
        <AsOf place={place} places={places} at={entry.at} onPlace={goTo} />
      </div>
      <section aria-labelledby="order-then" className="mt-6">
        <div className="flex items-center gap-2.5">
          <h2 id="order-then" className="text-small font-strong">
            {place === places ? t('trail.orderNow') : t('trail.orderThen')}
          </h2>
          <Status status={status} badge />
        </div>
        <div className="mt-1 mb-2.5 flex items-baseline justify-between gap-3">
          <p className="text-figure proportional-nums">
            <UsdtAmount value={trail.amount} unit figure />
          </p>
          {order != null && (
            <p className="text-fg-muted">
              <KrwAmount value={order.krwAmount} />
            </p>
          )}
        </div>
        <FillBar quantities={{ settled, reserved, open, withdrawn }} />
        <FillTree
          fills={fillsAt(entries.slice(0, place))}
          open={open}
          matches={matches}
          sells={side === 'sell'}
          onPlace={goTo}
        />
      </section>
      <Timeline
        entries={entries}
        matches={matches}
        place={place}
        onPlace={goTo}
        extra={(each) => <Source entry={each} />}
      />
    </>
  );
}

/** Where an event is written, and by which request it came. */
function Source({ entry }: { readonly entry: TrailEntry }) {
  const { t } = useTexts();
  return (
    <p className="flex flex-wrap gap-x-3 text-[0.75rem] text-fg-subtle [&>span]:font-mono">
      <span title={entry.stream}>
        {entry.stream.slice(0, 6)}…{entry.stream.slice(-8)}@{entry.revision}
      </span>
      {entry.commandId !== null && (
        <span title={entry.commandId}>
          <span className="font-sans">{t('audit.request')}</span> {entry.commandId.slice(0, 8)}
        </span>
      )}
      <span title={entry.hash}>#{entry.hash.slice(0, 8)}</span>
    </p>
  );
}

/** What may be done with the order from here, with the same keys as in the queue. */
function Acts({ order }: { readonly order: AdminOrderView }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<{ readonly act: Act; readonly order: AdminOrderView }>();
  const [asking, setAsking] = useState(false);
  const offered = acts.filter((act) => isOffered(act, order));
  const ask = (act: Act) => {
    if (!offered.includes(act)) return;
    setAsked({ act, order });
    setAsking(true);
  };
  const names: Record<Act, string> = {
    approve: t('queue.approve'),
    reject: t('queue.reject'),
    cancel: t('queue.cancel'),
    complete: t('queue.complete'),
    cancelMatch: t('queue.cancelMatch'),
  };
  useShortcuts(
    {
      a: () => ask('approve'),
      r: () => ask('reject'),
      c: () => ask('cancel'),
      d: () => ask('complete'),
      x: () => ask('cancelMatch'),
    },
    asking,
  );
  useStaffActs(order.orderCode, Object.fromEntries(offered.map((act) => [act, () => ask(act)])));
  return (
    <div className="mt-3 flex flex-wrap gap-1.5 print:hidden">
      {order.conflict !== null && <ConflictNote conflict={order.conflict} />}
      {offered.map((act) => (
        <Button
          key={act}
          size="medium"
          variant={act === 'approve' || act === 'complete' ? 'primary' : 'secondary'}
          onClick={() => ask(act)}
        >
          {names[act]}
        </Button>
      ))}
      {order.action.includes('match') && (
        <ButtonLink size="medium" to={`/admin/${order.side}-orders?order=${order._id}`}>
          {t('queue.match')}
        </ButtonLink>
      )}
      {asked !== undefined && (
        <ActDialog
          key={`${asked.act} ${asked.order.revision}`}
          act={asked.act}
          order={asked.order}
          listed={order}
          open={asking}
          onClose={() => setAsking(false)}
          onDone={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** The trail to take away: for a program, for a spreadsheet, as a case file that proves itself, saved and printed. */
function Files({ id, trail }: { readonly id: string; readonly trail: OrderTrail }) {
  const { t } = useTexts();
  const [fetching, setFetching] = useState(false);
  const [opened, setOpened] = useState<OpenedCase>();
  const [open, setOpen] = useState(false);
  const showCase = async () => {
    setFetching(true);
    try {
      setOpened(await openCase(id));
      setOpen(true);
    } catch (error) {
      toast({ kind: 'failed', text: failureText(error, t) });
    } finally {
      setFetching(false);
    }
  };
  const button = (label: string, run: () => void) => (
    <Button size="medium" onClick={run} className="max-md:flex-1">
      <Download size={16} strokeWidth={1.6} />
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-1.5 max-md:w-full print:hidden">
      {button('JSON', () => saveFile(trailJson(id, trail), `trail-${trail.orderCode}.json`))}
      {button('CSV', () => saveFile(trailCsv(trail.everything), `trail-${trail.orderCode}.csv`))}
      <Button size="medium" busy={fetching} onClick={showCase} className="max-md:flex-1">
        {!fetching && <Printer size={16} strokeWidth={1.6} />}
        {t('audit.caseFile')}
      </Button>
      {opened !== undefined && <CaseSheet opened={opened} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}
