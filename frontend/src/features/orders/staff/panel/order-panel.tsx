import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { isClosed } from '@matgyo/contracts/order-status';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Link } from 'react-router-dom';
import { timeAgo } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../../ui/amount.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ChangedBand } from '../../../../ui/changed-band.tsx';
import { CopyOrderId } from '../../../../ui/copy.tsx';
import {
  FillBar,
  type FillQuantities,
  quantitiesOf,
  shownQuantities,
  useFillParts,
} from '../../../../ui/fill-bar.tsx';
import { Kbd } from '../../../../ui/kbd.tsx';
import { OrderStatus } from '../../../../ui/order-status.tsx';
import { useDialog } from '../../../../ui/use-dialog.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { WalletLine } from '../../../../ui/wallet-line.tsx';
import { type Action, isOffered, seenOrder } from '../actions/actions.ts';
import { ConflictNote } from '../actions/match-actions.tsx';
import { useChanges, useOrderNow } from '../actions/use-order-now.ts';
import type { Preview } from '../match/match-calls.ts';
import { MatchForm } from '../match/match-form.tsx';
import { orderPath, QueueStatus } from '../queue/queue-row.tsx';
import type { Chosen } from '../queue/use-queue-cursor.ts';
import { Pairs } from './pairs.tsx';

interface OrderPanelProps {
  readonly chosen: Chosen;
  readonly askMatch: RefObject<(() => void) | undefined>;
  readonly onAction: (action: Action, tradeId?: string) => void;
  readonly onSeen: (order: AdminOrderView) => void;
  readonly onClose: () => void;
}

export function OrderPanel(props: OrderPanelProps) {
  const { chosen, askMatch, onAction, onSeen, onClose } = props;
  const { order, listed, seen } = chosen;
  const { t, language } = useTexts();
  const changesOf = useChanges();
  const clock = useNow(30_000);
  const [title] = useState(`panel-${order._id}`);
  const question = useDialog<Preview>();
  const before = seenOrder(seen);
  const now = useOrderNow(order._id, before, listed ? order : undefined);
  const { status } = now.order;
  // Between two queues an order is in none for a moment.
  const stands = listed || !isClosed(status);
  return (
    <section aria-labelledby={title} className="flex min-h-full flex-col">
      {now.news && (
        <ChangedBand
          by={now.by}
          changes={changesOf(before, now.order)}
          text={stands ? undefined : t('changed.left')}
          className="px-5"
          action={{ label: t('close'), run: () => (stands ? onSeen(order) : onClose()) }}
        />
      )}
      <div className="flex flex-auto flex-col px-5 pt-4">
        <div className="flex flex-wrap items-center justify-between">
          {/* The space around the button's icon is enough before the status, which has room beside a code of 17 letters. */}
          <div className="-mr-2 flex items-center gap-0.5">
            <h2 id={title} className="whitespace-nowrap text-heading max-[16rem]:whitespace-normal">
              {order.orderCode}
            </h2>
            <CopyOrderId id={order._id} code={order.orderCode} />
          </div>
          {stands ? (
            <QueueStatus order={{ ...order, status }} badge />
          ) : (
            <OrderStatus order={{ ...order, status }} badge />
          )}
        </div>
        <p className="text-fg-muted text-small">
          {order.userId.nickname} · {timeAgo(order.createdAt, clock, language) ?? t('time.justNow')} ·{' '}
          <KrwAmount value={order.krwAmount} /> · <PriceAmount value={order.price} />
        </p>
        <Quantities quantities={shownQuantities({ ...quantitiesOf(order), ...now.order })} />
        <Wallet order={order} />
        <div className="mt-2 flex items-center justify-between gap-2">
          <Link
            to={orderPath(order._id)}
            className="inline-flex min-h-7 items-center gap-1 rounded-xs text-fg-muted text-small font-medium hover:text-fg"
          >
            {t('panel.open')}
            <Kbd className="max-md:hidden">↵</Kbd>
            <ChevronRight size={16} className="md:hidden" />
          </Link>
          {stands && !isOffered('approve', order) && isOffered('cancel', order) && (
            <Button size="small" onClick={() => onAction('cancel')}>
              {t('queue.cancel')}
              <Kbd className="max-md:hidden">C</Kbd>
            </Button>
          )}
        </div>
        {stands && (
          <>
            <Pairs order={order} onAction={onAction} />
            {order.ownerInactive && (
              <div className="mt-5">
                <ConflictNote conflict="OWNER_INACTIVE" />
              </div>
            )}
            {order.conflict !== null && (
              <div className="mt-5 pb-5">
                <ConflictNote conflict={order.conflict} />
              </div>
            )}
            <Review {...chosen} onAction={onAction} />
          </>
        )}
        {/* Its question stays, to say why the order can no longer be matched. */}
        {((stands && order.action.includes('match')) || question.isOpen) && (
          <MatchForm order={order} question={question} askMatch={askMatch} onDone={() => onSeen(order)} />
        )}
      </div>
    </section>
  );
}

function Quantities({ quantities }: { readonly quantities: FillQuantities }) {
  return (
    <div className="mt-3">
      <FillBar quantities={quantities} />
      <dl className="mt-2 flex justify-between gap-2 text-small max-[16rem]:flex-wrap">
        {useFillParts(quantities).map(({ state, label, amount }) => (
          <div key={state} className="flex flex-wrap gap-x-1.5">
            <dt className="text-fg-subtle">{label}</dt>
            <dd className="font-strong">
              <UsdtAmount value={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Wallet({ order: { wallet } }: { readonly order: AdminOrderView }) {
  const { t } = useTexts();
  if (wallet === null) return null;
  return (
    <div className="mt-3 text-small">
      <WalletLine what={t('panel.wallet')} address={wallet.tetherAddress} />
      {wallet.differsFromSignUp && (
        <p className="flex items-center gap-1.5 text-danger">
          <TriangleAlert size={16} />
          {t('place.walletDiffers')}
        </p>
      )}
    </div>
  );
}

function Review({ order, onAction }: Chosen & Pick<OrderPanelProps, 'onAction'>) {
  const { t } = useTexts();
  if (!isOffered('approve', order)) return null;
  return (
    <div data-stop className="mt-5 grid gap-2 pb-5">
      <Button variant="primary" className="whitespace-normal!" onClick={() => onAction('approve')}>
        {t('action.approve', { code: order.orderCode })}
        <Kbd className="max-md:hidden">A</Kbd>
      </Button>
      <div className="grid grid-cols-2 gap-2 max-[16rem]:grid-cols-1">
        <Button variant="danger" onClick={() => onAction('reject')}>
          {t('queue.reject')}
          <Kbd className="max-md:hidden">R</Kbd>
        </Button>
        <Button onClick={() => onAction('cancel')}>
          {t('queue.cancel')}
          <Kbd className="max-md:hidden">C</Kbd>
        </Button>
      </div>
    </div>
  );
}
