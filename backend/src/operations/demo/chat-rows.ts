import { type ChatRole, supportRoomOf } from '@matgyo/contracts/endpoints/chat-views';
import { tradeEventSchemas } from '@matgyo/contracts/events/trade-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { chainStart } from '@matgyo/ledger/proof/room-chain';
import { type ChatRoom, ensureRoom, noReferences, tradeRoom } from '../../conversation/chat/chat-room.ts';
import {
  type NewMessage,
  placeAfter,
  type RoomHead,
  storeAfterHead,
} from '../../conversation/chat/store-message.ts';
import type { Database } from '../../platform/database/tables.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { commandIdOf, idOf } from './names.ts';
import { memberIdIn, type SeedMarket } from './seed-members.ts';

type Line = readonly [minute: number, role: ChatRole, words: string];

interface Chat {
  /** Seller and buyer of their newest match, or the member who writes to support. */
  readonly between: readonly [seller: string, buyer: string] | readonly [member: string];
  /** Awake minutes from the chat's beginning to the market's end. */
  readonly before: number;
  readonly lines: readonly Line[];
  /** Minutes after its beginning at which an admin closes it. */
  readonly closed?: number;
}

const chats: readonly Chat[] = [
  {
    between: ['jiwoo', 'dohyun'],
    before: 905,
    lines: [
      [0, 'admin', '두 분 주문이 매칭되었어요. 입금이 확인되면 거래를 완료할게요.'],
      [6, 'seller', '안녕하세요. 제 계좌로 보내 주시면 바로 확인할게요.'],
      [9, 'buyer', '안녕하세요, 지금 이체 준비 중이에요. 입금자명은 제 이름 그대로예요.'],
      [24, 'buyer', '방금 입금했어요. 확인 부탁드려요.'],
      [31, 'seller', '은행 점검 시간이라 조금 늦을 수 있어요. 확인되면 여기 남길게요.'],
    ],
  },
  {
    between: ['taeyang', 'haeun92'],
    before: 800,
    lines: [
      [0, 'buyer', '오늘 저녁 7시쯤 입금해도 괜찮을까요?'],
      [12, 'seller', '네, 괜찮아요. 보내시고 말씀해 주세요.'],
    ],
  },
  {
    between: ['siwoo'],
    before: 65,
    lines: [
      [0, 'member', '가입은 끝났는데 아직 비활성으로 나와요.'],
      [5, 'admin', '서류를 확인하고 있어요. 오늘 안에 활성화해 드릴게요.'],
      [7, 'member', '네, 감사합니다!'],
    ],
  },
  {
    between: ['sua'],
    before: 4_320,
    lines: [
      [0, 'member', '거래가 끝나면 수수료는 어디서 볼 수 있나요?'],
      [8, 'admin', '내역에서 주문을 누르면 매칭마다 수수료가 나와요.'],
      [11, 'member', '찾았어요. 감사합니다!'],
    ],
    closed: 15,
  },
];

/** Writes the chats as their participants would have, and closes some. Idempotent. */
export async function writeChats(
  db: Database,
  market: SeedMarket,
  events: readonly RecordedEvent[],
): Promise<void> {
  const { time } = market;
  const memberIdFor = (key: string) => memberIdIn(market, key);
  const adminId = memberIdFor('admin');
  for (const [index, { between, before, lines, closed }] of chats.entries()) {
    const timeAt = (minute: number) => new Date(time.timeAt(time.minutes - before + minute));
    const room = roomOf(between.map(memberIdFor), events);
    if (room === undefined) continue;
    const senders = { seller: room.seller_id, buyer: room.buyer_id, member: room.member_id, admin: adminId };
    const messages = lines.map(([minute, role, content], place) => ({
      message: { room, role, content, senderId: senders[role] ?? adminId, ...plainKorean },
      at: timeAt(minute),
      messageId: idOf(`chat ${index} line ${place}`, timeAt(minute).getTime()),
    }));
    await db.transaction().execute(async (trx) => {
      if (!(await writeMessages(trx, room, messages)) || closed === undefined) return;
      await close(trx, room, {
        at: timeAt(closed),
        adminId,
        requestId: commandIdOf(`chat ${index} is closed`),
      });
    });
  }
}

const plainKorean = { imageId: null, language: 'ko', clientId: null } as const;

/** The members' support room, or the room of the newest match of the two. */
function roomOf([one, other]: readonly MemberId[], events: readonly RecordedEvent[]): ChatRoom | undefined {
  if (one !== undefined && other === undefined)
    return { ...noReferences, id: supportRoomOf(one), kind: 'support', member_id: one };
  const proposed = events.findLast(
    ({ type, data }) => type === 'TradeProposed' && data['sellerId'] === one && data['buyerId'] === other,
  );
  if (proposed === undefined) return undefined;
  const terms = tradeEventSchemas.TradeProposed.parse(proposed.data);
  return tradeRoom({
    trade_id: terms.tradeId,
    sell_order_id: terms.sellOrderId,
    buy_order_id: terms.buyOrderId,
    seller_id: terms.sellerId,
    buyer_id: terms.buyerId,
  });
}

interface DatedMessage {
  readonly message: NewMessage;
  readonly at: Date;
  readonly messageId: string;
}

/** False: the room has messages already. */
async function writeMessages(trx: Database, room: ChatRoom, messages: readonly DatedMessage[]) {
  await ensureRoom(trx, room);
  let head: RoomHead = { seq: 0, hash: chainStart, at: new Date(0) };
  for (const { message, ...dated } of messages) {
    const placed = placeAfter(head, message, { ...dated, imageSha256: null });
    if (!(await storeAfterHead(trx, placed))) return false;
    head = placed;
  }
  return true;
}

async function close(
  trx: Database,
  { id }: ChatRoom,
  { at, adminId, requestId }: { readonly at: Date; readonly adminId: MemberId; readonly requestId: string },
): Promise<void> {
  await trx
    .updateTable('app.chat_rooms')
    .set({ closed_at: at, closed_by: adminId, closing_request_id: requestId })
    .where('id', '=', id)
    .execute();
  const details = { closedAt: at.toISOString() };
  const actor = { memberId: adminId, admin: true, manager: false };
  await recordAudit(trx, { action: 'chat-closed', actor, subjectId: id, requestId, details }, at);
}
