import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { ChevronRight, Download } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OrderTrail } from '../../../../api/order-trail.ts';
import { saveFile } from '../../../../api/save-file.ts';
import { useSigned } from '../../../../api/signature.ts';
import { dateTimeInKorea } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { useStaffActions } from '../../../../shell/staff-actions.ts';
import { PriceAmount } from '../../../../ui/amount.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { SignedMark } from '../../../../ui/signed-mark.tsx';
import { useDialog } from '../../../../ui/use-dialog.ts';
import { liveMatchesOf, matchesById } from '../../matches.ts';
import { AsOf } from '../../trail/as-of.tsx';
import { OrderThen } from '../../trail/order-then.tsx';
import { OrderHead, OrderTrailPage } from '../../trail/order-trail-page.tsx';
import { Hash, ProofFrame } from '../../trail/proof.tsx';
import { Timeline } from '../../trail/timeline.tsx';
import { useTrailPlace } from '../../trail/use-trail-place.ts';
import { type Action, actionShortcuts, actions, isOffered } from '../actions/actions.ts';
import { type ActionQuestion, AskedAction } from '../actions/asked-action.tsx';
import { ConflictNote } from '../actions/match-actions.tsx';
import { Pairs } from '../panel/pairs.tsx';
import { useShortcuts } from '../queue/use-shortcuts.ts';
import CaseFileButton from './paper/case-file-button.tsx';
import { useStaffOrder } from './staff-order.ts';
import { trailCsv, trailJson } from './trail-files.ts';

export default function StaffOrderPage() {
  const { t } = useTexts();
  return (
    <OrderTrailPage
      className="page-x max-w-[75rem] pt-4 pb-10 md:pt-5 md:pb-16"
      notFound={{ text: t('audit.notFound'), to: '/admin/sell-orders', link: t('staff.sideOrders.sell') }}
    >
      {(id, trail) => <Order key={id} id={id} trail={trail} />}
    </OrderTrailPage>
  );
}

function Order({ id, trail }: { readonly id: string; readonly trail: OrderTrail }) {
  const { t } = useTexts();
  const { everything, side } = trail;
  const [first] = everything;
  const { data: order } = useStaffOrder(id);
  const at = useTrailPlace(everything);
  const matches = matchesById(order);
  if (first === undefined) return null;
  return (
    <>
      <nav
        aria-label={t('audit.where')}
        className="flex min-h-9 items-center gap-1 text-fg-subtle text-small print:hidden"
      >
        <Link to={`/admin/${side}-orders?order=${id}`} className="rounded-xs hover:text-fg">
          {t(`staff.sideOrders.${side}`)}
        </Link>
        <ChevronRight size={14} strokeWidth={1.8} />
        <span className="text-fg">{trail.orderCode}</span>
      </nav>
      <OrderHead id={id} trail={trail} buttons={<Files id={id} trail={trail} />}>
        <p className="flex flex-wrap gap-x-2 text-fg-muted text-small">
          <span>
            {first.actorNickname} · {t('order.placedAt', { at: dateTimeInKorea(first.at) })}
          </span>
          {order !== undefined && (
            <span className="whitespace-nowrap">
              1 USDT <PriceAmount value={order.price} />
            </span>
          )}
          <span className="break-all text-fg-subtle">{id}</span>
        </p>
      </OrderHead>
      {order !== undefined && <Actions order={order} />}
      <StaffProof trail={trail} />
      <div className="print:hidden">
        <AsOf at={at} />
      </div>
      <OrderThen trail={trail} at={at} order={order} matches={matches} disputes="/admin/disputes" />
      <Timeline at={at} matches={matches} extra={(each) => <Source entry={each} />} />
    </>
  );
}

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

/** The order's actions, with the same keys as in the queue, and its live matches with theirs. */
function Actions({ order }: { readonly order: AdminOrderView }) {
  const { t } = useTexts();
  const question = useDialog<ActionQuestion>();
  const offered = actions.filter((action) => isOffered(action, order));
  const ask = (action: Action) => offered.includes(action) && question.open({ action, order });
  useShortcuts(actionShortcuts(ask), question.isOpen);
  useStaffActions(
    order.orderCode,
    offered.map((action) => [action, () => ask(action)]),
  );
  return (
    <div className="mt-3 print:hidden">
      <div className="flex flex-wrap gap-1.5">
        {order.ownerInactive && <ConflictNote conflict="OWNER_INACTIVE" />}
        {order.conflict !== null && <ConflictNote conflict={order.conflict} />}
        {offered
          .filter((action) => action !== 'complete' && action !== 'cancelMatch')
          .map((action) => (
            <Button
              key={action}
              size="medium"
              variant={action === 'approve' ? 'primary' : 'secondary'}
              onClick={() => ask(action)}
            >
              {t(`queue.${action}`)}
            </Button>
          ))}
        {order.action.includes('match') && (
          <ButtonLink size="medium" to={`/admin/${order.side}-orders?order=${order._id}`}>
            {t('queue.match')}
          </ButtonLink>
        )}
      </div>
      {liveMatchesOf(order).length > 0 && (
        <div className="max-w-[36rem]">
          <Pairs order={order} onAction={(action, tradeId) => question.open({ action, order, tradeId })} />
        </div>
      )}
      <AskedAction question={question} listed={order} onDone={question.close} />
    </div>
  );
}

/** Downloads of the trail as JSON and CSV, and the case file to save and print. */
function Files({ id, trail }: { readonly id: string; readonly trail: OrderTrail }) {
  const button = (label: string, run: () => void) => (
    <Button size="medium" onClick={run} className="max-md:flex-1">
      <Download size={16} />
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-1.5 max-md:w-full print:hidden">
      {button('JSON', () => saveFile(trailJson(id, trail), `trail-${trail.orderCode}.json`))}
      {button('CSV', () => saveFile(trailCsv(trail.everything), `trail-${trail.orderCode}.csv`))}
      <CaseFileButton orderId={id} />
    </div>
  );
}

/** The verification of the order's chain, its last hash, and the signed checkpoint over it. */
function StaffProof({ trail }: { readonly trail: OrderTrail }) {
  const { t, formatCount } = useTexts();
  const { verified, finding, proof } = trail;
  const signed = useSigned(proof?.checkpoint, proof?.key);
  const statement = proof?.checkpoint.statement;
  return (
    <ProofFrame
      trail={trail}
      holds={verified && signed !== false}
      text={
        finding === null
          ? t('trail.verifiedText')
          : `${t(`audit.findings.${finding.what}`)} · ${finding.stream}@${finding.revision}`
      }
    >
      <Hash name={t('trail.lastHash')} hash={trail.lastHash} />
      {statement !== undefined && (
        <>
          <div>
            <dt className="text-fg-subtle text-micro">{t('audit.checkpoint')}</dt>
            <dd className="flex min-h-7 flex-wrap items-center gap-x-2">
              {t('audit.checkpointOf', {
                at: dateTimeInKorea(statement.madeAt),
                events: formatCount(statement.events),
              })}
              <SignedMark signed={signed} />
            </dd>
          </div>
          <Hash name={t('audit.root')} hash={statement.root} />
        </>
      )}
    </ProofFrame>
  );
}
