import type { ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import type { TradeView } from '@matgyo/contracts/endpoints/order-views';
import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import { tradePhaseOf } from '@matgyo/contracts/trade-phase';
import { ArrowLeft, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { usePaymentSteps } from '../../api/payment-steps.ts';
import { useTradePayment } from '../../api/trade-payment.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { KrwAmount, UsdtAmount } from '../../ui/amount.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { TradeStatus } from '../../ui/order-status.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { PaymentSteps } from '../../ui/payment-steps.tsx';
import { useTradeNow } from '../../ui/trade-now.ts';
import { useAddress } from '../../ui/use-address.ts';
import { phoneWidth, useMedia } from '../../ui/use-media.ts';
import { useConversation } from './conversation/use-conversation.ts';
import { IconLink, Room, RoomFrame } from './room.tsx';
import { roomOf, useOrderName, useTrade } from './room-details.ts';

export default function MemberRoomPage() {
  const { t } = useTexts();
  const { orderId = '', buyOrderId, orderType } = useParams();
  const tradeId = useAddress().read('trade');
  const conversation = useConversation(...roomOf(orderId, buyOrderId, tradeId));
  const room = conversation?.now.room;
  const { name, own, trade, side } = useRoomDetails(room, orderType === 'buy' ? 'buy' : 'sell');
  usePageTitle(name ?? t('chat.title'));
  return (
    <RoomFrame below="member">
      <RoomHeader
        back={`/dashboard/${side}-history`}
        backLabel={t('chat.toOrders')}
        title={name ?? t('chat.title')}
        subtitle={own?.orderCode}
      >
        {room !== undefined && <OtherRoom room={room} ownOrderId={own?.id} side={side} />}
        {own !== undefined && (
          <IconLink to={`/dashboard/orders/${own.id}`} label={t('chat.viewOrder')}>
            <List size={20} />
          </IconLink>
        )}
      </RoomHeader>
      {room?.kind === 'trade' && trade !== undefined && <TradeSummary trade={trade} side={side} />}
      {room?.kind === 'order' && own !== undefined && (
        <Pinned
          text={room.closed ? undefined : t('chat.aboutOrder')}
          amount={<UsdtAmount value={own.amount} unit />}
        />
      )}
      <Room
        conversation={conversation}
        list="/chats"
        name={name ?? t('chat.title')}
        writeLabel={t('chat.write')}
        isOver={trade !== undefined && tradePhaseOf(trade.status) !== 'live'}
      />
    </RoomFrame>
  );
}

/** A match's status and amounts; while it is live also what it waits for, the payment steps and data. */
function TradeSummary({ trade, side }: { readonly trade: TradeView; readonly side: Side }) {
  const { t } = useTexts();
  const live = tradePhaseOf(trade.status) === 'live';
  const payment = useTradePayment(live ? trade._id : undefined);
  const tradeNow = useTradeNow();
  return (
    <>
      <Pinned
        status={<TradeStatus trade={trade} />}
        text={live ? payment && tradeNow(payment, side).text : t('chat.tradeOver')}
        amount={<UsdtAmount value={trade.amount} unit />}
        beside={<KrwAmount value={trade.krw} />}
      />
      {live && payment !== undefined && <Payment payment={payment} side={side} />}
    </>
  );
}

/**
 * The payment, which can be folded. On a phone it is open only while it waits for the user, because it leaves little of
 * the conversation.
 */
function Payment({ payment, side }: { readonly payment: TradePayment; readonly side: Side }) {
  const { t } = useTexts();
  const command = usePaymentSteps(payment._id);
  const isPhone = useMedia(phoneWidth);
  return (
    <details
      open={payment.next?.party === side || !isPhone}
      // Leaves room for the last messages above a phone's keyboard.
      className="max-h-[min(55dvh,calc(var(--seen-height,100dvh)-23rem))] min-h-8 flex-none overflow-y-auto border-line [--pin-bottom:-0.625rem] border-b bg-surface px-5 pb-2.5 md:px-6"
    >
      <summary className="min-h-8 content-center text-small font-strong">{t('payment.title')}</summary>
      <PaymentSteps payment={payment} side={side} command={command} />
      {/* Where the box ends before its content, the line at its edge fades instead of being cut through. */}
      <div
        aria-hidden="true"
        className="pointer-events-none sticky bottom-0 -mx-5 h-7 md:hidden"
        style={{ background: 'linear-gradient(to top, var(--color-surface), transparent)' }}
      />
    </details>
  );
}

/** The room's other party, and the member's own order that it is about, from whichever side the address names it. */
function useRoomDetails(room: ChatRoomView | undefined, sideInAddress: Side) {
  const { t } = useTexts();
  const me = useSession()?.nickname;
  const isTrade = room?.kind === 'trade';
  const trade = useTrade(isTrade ? room._id : undefined);
  const side =
    trade === undefined ? (room?.orderType ?? sideInAddress) : trade.sellerNickname === me ? 'sell' : 'buy';
  const ownId = isTrade
    ? trade && (side === 'sell' ? trade.sellOrderId : trade.buyOrderId)
    : room?.kind === 'order'
      ? room.orderId
      : undefined;
  const order = useOrderName(ownId);
  const partner = trade && (side === 'sell' ? trade.buyerNickname : trade.sellerNickname);
  return {
    side,
    trade,
    name: isTrade ? partner : room && t('role.admin'),
    own: ownId === undefined || order === undefined ? undefined : { id: ownId, ...order },
  };
}

interface OtherRoomProps {
  readonly room: ChatRoomView;
  readonly ownOrderId: string | undefined;
  readonly side: Side;
}

/** Link from the counterpart's room to the admins' room, or back. */
function OtherRoom({ room: { kind, orderId, currentOrderInProgress }, ownOrderId, side }: OtherRoomProps) {
  const { t } = useTexts();
  const isTrade = kind === 'trade';
  if (isTrade ? ownOrderId === undefined : currentOrderInProgress === null) return null;
  const path = isTrade
    ? `/chats/${ownOrderId}/${side}`
    : `/chat/${orderId}/${currentOrderInProgress}/${side}`;
  return (
    <ButtonLink to={path} variant="quiet" size="medium">
      {isTrade ? t('chat.withAdmin') : t('chat.withPartner')}
    </ButtonLink>
  );
}

interface RoomHeaderProps {
  readonly back: string;
  readonly backLabel: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly children?: ReactNode;
}

export function RoomHeader({ back, backLabel, title, subtitle, children }: RoomHeaderProps) {
  return (
    <div className="flex min-h-14 flex-none items-center gap-1 border-line border-b px-2 md:min-h-16 md:px-4">
      <IconLink to={back} label={backLabel}>
        <ArrowLeft size={22} />
      </IconLink>
      <div className="min-w-0 flex-auto">
        <h1 className="truncate text-heading leading-[1.375rem]">{title}</h1>
        <p className="truncate text-fg-subtle text-micro empty:hidden">{subtitle}</p>
      </div>
      {children}
    </div>
  );
}

interface PinnedProps {
  readonly status?: ReactNode;
  readonly text: string | undefined;
  readonly amount: ReactNode;
  readonly beside?: ReactNode;
}

/** The subject of the room, above the conversation. */
function Pinned({ status, text, amount, beside }: PinnedProps) {
  return (
    <div className="flex flex-none items-center justify-between gap-3 border-line border-b bg-surface px-5 py-3 md:px-6">
      <div className="min-w-0">
        {status}
        <p className="min-h-[1lh] text-small">{text}</p>
      </div>
      <div className="flex-none text-right">
        <p className="font-strong">{amount}</p>
        <p className="text-fg-muted text-small empty:hidden">{beside}</p>
      </div>
    </div>
  );
}
