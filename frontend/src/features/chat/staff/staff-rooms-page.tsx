import { supportRoomOf } from '@matgyo/contracts/chat-rules';
import type { Side } from '@matgyo/contracts/ids';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowLeftRight, IdCard } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { answerTo, queryKeys } from '../../../api/queries.ts';
import { unreadIn, useUnreadChats } from '../../../api/unread-chats.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/choice.tsx';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { TradeStatus } from '../../../ui/order-status.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { columnsPanelWidth, columnsWidth, useMedia } from '../../../ui/use-media.ts';
import { IconLink, RoomFrame } from '../room.tsx';
import { roomOf, useOrderName, useTrade } from '../room-details.ts';
import { PeoplePanel } from './people-panel.tsx';
import { StaffRoom } from './staff-room.tsx';

const peopleQuery = (orderId: string, counterpart: string | undefined) =>
  queryOptions({
    ...answerTo(queryKeys.own.chat.rooms, chatPaths.userInfo, {
      params: { orderId },
      query: { currentOrderInProgress: counterpart },
    }),
    staleTime: 60_000,
  });

/** The room of a match, which the address names. */
const tradeRoomQuery = (orderId: string, counterpart?: string) =>
  queryOptions({
    ...answerTo(queryKeys.own.chat.rooms, chatPaths.messages, {
      params: { orderId },
      query: { limit: 1, currentOrderInProgress: counterpart },
    }),
    select: ({ room }) => room,
  });

interface StaffRoomsProps {
  /** Buttons for the match. */
  readonly MatchActions: ComponentType<{ readonly tradeId: string; readonly sellOrderId: string }>;
}

/** An admin's view of a chat: one room, or the rooms of a match's two orders side by side. */
export default function StaffRoomsPage({ MatchActions }: StaffRoomsProps) {
  const { orderId = '', buyOrderId: counterpart, orderType } = useParams();
  const side: Side = orderType === 'buy' ? 'buy' : 'sell';
  return counterpart === undefined ? (
    <OneRoom key={orderId} roomId={orderId} side={side} />
  ) : (
    <Pair
      key={`${orderId} ${counterpart}`}
      sellOrderId={side === 'sell' ? orderId : counterpart}
      buyOrderId={side === 'sell' ? counterpart : orderId}
      side={side}
      MatchActions={MatchActions}
    />
  );
}

const views = ['seller', 'buyer', 'trade'] as const;
type View = (typeof views)[number];

interface PairProps extends StaffRoomsProps {
  readonly sellOrderId: string;
  readonly buyOrderId: string;
  readonly side: Side;
}

function Pair({ sellOrderId, buyOrderId, side, MatchActions }: PairProps) {
  const { t } = useTexts();
  const address = useAddress();
  // Rooms that do not fit are not rendered, so that their messages do not count as read.
  const wide = useMedia(columnsWidth);
  const named = roomOf(sellOrderId, buyOrderId, address.read('trade'));
  const tradeRoom = useQuery(tradeRoomQuery(...named)).data;
  const { data: people } = useQuery(peopleQuery(sellOrderId, buyOrderId));
  const trade = useTrade(tradeRoom?._id);
  const sell = useOrderName(sellOrderId);
  const buy = useOrderName(buyOrderId);
  const first = side === 'sell' ? 'seller' : 'buyer';
  const chosen = views.find((view) => view === address.read('room')) ?? first;
  const seller = people?.nickname;
  const buyer = people?.counterpart?.nickname;
  usePageTitle(t('chat.title'));
  const show = (view: View) => address.choose({ room: view === first ? '' : view });
  return (
    <Frame
      title={
        sell &&
        buy && (
          <>
            <span className="whitespace-nowrap">{sell.orderCode}</span>
            <ArrowLeftRight size={16} strokeWidth={1.8} className="text-fg-subtle" />
            <span className="whitespace-nowrap">{buy.orderCode}</span>
          </>
        )
      }
      subtitle={
        trade && (
          <>
            <UsdtAmount value={trade.amount} unit /> · <KrwAmount value={trade.krw} />
          </>
        )
      }
      status={trade && <TradeStatus trade={trade} />}
      actions={trade && <MatchActions tradeId={trade._id} sellOrderId={sellOrderId} />}
      tabs={
        <RoomTabs
          rooms={{ seller: sellOrderId, buyer: buyOrderId, trade: tradeRoom?._id }}
          sideBySide={wide ? first : undefined}
          chosen={chosen}
          onChoose={show}
        />
      }
      panel={
        <PeoplePanel
          people={[
            ...(people === undefined ? [] : [{ role: t('label.seller'), member: people }]),
            ...(people?.counterpart ? [{ role: t('label.buyer'), member: people.counterpart }] : []),
          ]}
          trade={trade}
          orderId={side === 'sell' ? sellOrderId : buyOrderId}
        />
      }
    >
      {chosen === 'trade' ? (
        <StaffRoom
          orderId={named[0]}
          counterpart={named[1]}
          role={t('chats.trade')}
          name={seller && buyer && t('chats.both', { seller, buyer })}
          writeLabel={t('chats.writeBoth')}
        />
      ) : (
        <>
          {(wide || chosen === 'seller') && (
            <StaffRoom key={sellOrderId} orderId={sellOrderId} role={t('label.seller')} name={seller} />
          )}
          {(wide || chosen === 'buyer') && (
            <StaffRoom key={buyOrderId} orderId={buyOrderId} role={t('label.buyer')} name={buyer} />
          )}
        </>
      )}
    </Frame>
  );
}

interface RoomTabsProps {
  /** Their ids; undefined: not known yet. */
  readonly rooms: Readonly<Record<View, string | undefined>>;
  /** Where both orders' rooms are shown side by side: the one that stands for both. */
  readonly sideBySide: View | undefined;
  readonly chosen: View;
  readonly onChoose: (view: View) => void;
}

function RoomTabs({ rooms, sideBySide, chosen, onChoose }: RoomTabsProps) {
  const { t } = useTexts();
  const unread = useUnreadChats();
  const labels = { seller: t('label.seller'), buyer: t('label.buyer'), trade: t('chats.trade') };
  const tab = (value: View) => ({
    value,
    label: labels[value],
    badge: <CountBadge count={unreadIn(unread, rooms[value])} what={t('chat.unread')} />,
  });
  const pair = sideBySide && [{ value: sideBySide, label: t('chats.pair') }, tab('trade')];
  const shown = chosen === 'trade' ? chosen : (sideBySide ?? chosen);
  const choices = pair ?? views.map(tab);
  return <Segments label={t('chats.room')} chosen={shown} onChoose={onChoose} choices={choices} />;
}

function OneRoom({ roomId, side }: { readonly roomId: string; readonly side: Side }) {
  const { t } = useTexts();
  const isSupport = roomId.startsWith(supportRoomOf(''));
  const { data: people } = useQuery(peopleQuery(roomId, undefined));
  const order = useOrderName(isSupport ? undefined : roomId);
  const role = isSupport ? t('role.member') : side === 'sell' ? t('label.seller') : t('label.buyer');
  usePageTitle(t('chat.title'));
  return (
    <Frame
      title={isSupport ? t('chats.support') : order?.orderCode}
      subtitle={people?.nickname}
      panel={
        <PeoplePanel
          people={people === undefined ? [] : [{ role, member: people }]}
          trade={undefined}
          orderId={isSupport ? undefined : roomId}
        />
      }
    >
      <StaffRoom orderId={roomId} role={role} name={people?.nickname} />
    </Frame>
  );
}

interface FrameProps {
  /** The page's name until it has loaded. */
  readonly title: ReactNode;
  readonly subtitle: ReactNode;
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  readonly panel: ReactNode;
  readonly children: ReactNode;
}

/** Header, rooms, and the people panel: beside the rooms, or in their place on a narrow window. */
function Frame({ title, subtitle, status, actions, tabs, panel, children }: FrameProps) {
  const { t } = useTexts();
  const panelBeside = useMedia(columnsPanelWidth);
  const [peopleShown, setPeopleShown] = useState(false);
  const panelReplacesRooms = peopleShown && !panelBeside;
  return (
    <RoomFrame below="staff">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-line border-b py-2 pr-3 pl-2 md:min-h-16 md:pr-5 md:pl-3">
        <IconLink to="/admin/chat" label={t('chat.title')}>
          <ArrowLeft size={22} />
        </IconLink>
        <div className="min-w-0 flex-1">
          <h1 className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-body font-strong">
            {title ?? t('chat.title')}
          </h1>
          <div className="flex min-h-5 flex-wrap items-center gap-x-2.5 text-fg-muted text-small">
            <span>{subtitle}</span>
            {status}
          </div>
        </div>
        {!panelBeside && (
          <IconButton
            label={t('chats.info')}
            aria-pressed={peopleShown}
            onClick={() => setPeopleShown(!peopleShown)}
            className="aria-pressed:bg-well aria-pressed:text-fg"
          >
            <IdCard size={20} />
          </IconButton>
        )}
        <div className="grid empty:hidden max-md:w-full max-md:pl-2">{actions}</div>
        {tabs !== undefined && <div className="grid max-md:w-full max-md:pl-2">{tabs}</div>}
      </div>
      <div className="flex min-h-0 flex-auto divide-x divide-line *:min-h-0">
        {!panelReplacesRooms && children}
        {panelBeside && <div className="grid w-[17rem] flex-none">{panel}</div>}
        {panelReplacesRooms && <div className="grid min-w-0 flex-auto">{panel}</div>}
      </div>
    </RoomFrame>
  );
}
