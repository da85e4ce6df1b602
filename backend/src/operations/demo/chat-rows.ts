import { type ChatRole, supportRoomOf } from '@matgyo/contracts/endpoints/chat-views';
import type { MemberId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { chainStart, contentHashOf, hashOf } from '@matgyo/ledger/proof/room-chain';
import type { ChatRoomsTable } from '../../conversation/chat/tables.ts';
import type { Database } from '../../platform/database/tables.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { AwakeTime } from './awake-time.ts';
import { commandIdOf, idOf, nameBytes } from './names.ts';
import { memberIdIn, type SeedMember } from './seed-members.ts';

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
      [8, 'admin', '내역에서 주문을 누르면 체결마다 수수료가 나와요.'],
      [11, 'member', '찾았어요. 감사합니다!'],
    ],
    closed: 15,
  },
];

interface DemoChats {
  readonly seedMembers: readonly SeedMember[];
  readonly time: AwakeTime;
  readonly events: readonly RecordedEvent[];
}

/** Writes chat messages with their hash chains, and closes chats. Idempotent. */
export async function writeChats(db: Database, { seedMembers, time, events }: DemoChats): Promise<void> {
  const memberIdFor = (key: string) => memberIdIn({ seedMembers, time }, key);
  for (const [index, { between, before, lines, closed }] of chats.entries()) {
    const room = roomOf(between.map(memberIdFor), events);
    if (room === undefined) continue;
    const senders = { seller: room.seller_id, buyer: room.buyer_id, member: room.member_id };
    const messages = chained(
      room.id,
      lines.map(([minute, role, content], place) => ({
        name: `chat ${index} line ${place}`,
        atMs: time.timeAt(time.minutes - before + minute),
        senderId: (role === 'admin' ? null : senders[role]) ?? memberIdFor('admin'),
        role,
        content,
      })),
    );
    const last = messages.at(-1);
    if (last === undefined) continue;
    const closing = closed === undefined ? undefined : new Date(time.timeAt(time.minutes - before + closed));
    const closingRequestId = commandIdOf(`chat ${index} is closed`);
    const adminId = memberIdFor('admin');
    await db.transaction().execute(async (trx) => {
      const made = await trx
        .insertInto('app.chat_rooms')
        .values({
          ...room,
          ...(closing && { closed_at: closing, closed_by: adminId, closing_request_id: closingRequestId }),
          listed: true,
          last_seq: last.seq,
          last_hash: last.hash,
          last_at: last.at,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      if (made.numInsertedOrUpdatedRows === 0n) return;
      await trx.insertInto('app.chat_messages').values(messages).execute();
      await trx.insertInto('app.chat_reads').values(readMarks(messages)).execute();
      if (closing !== undefined)
        await recordAudit(
          trx,
          {
            action: 'chat-closed',
            actor: { memberId: adminId, admin: true, manager: false },
            subjectId: room.id,
            requestId: closingRequestId,
            details: { closedAt: closing.toISOString() },
          },
          closing,
        );
    });
  }
}

type DemoRoom = Omit<ChatRoomsTable, 'listed' | 'last_seq' | 'last_hash' | 'last_at'>;

function roomOf([one, other]: readonly MemberId[], events: readonly RecordedEvent[]): DemoRoom | undefined {
  const open = { closed_at: null, closed_by: null, closing_request_id: null };
  if (one !== undefined && other === undefined)
    return {
      id: supportRoomOf(one),
      kind: 'support',
      member_id: one,
      ...open,
      sell_order_id: null,
      buy_order_id: null,
      seller_id: null,
      buyer_id: null,
    };
  const proposed = events.findLast(
    ({ type, data }) => type === 'TradeProposed' && data['sellerId'] === one && data['buyerId'] === other,
  );
  if (proposed === undefined) return undefined;
  const { tradeId, sellOrderId, buyOrderId, sellerId, buyerId } = proposed.data as Record<string, never>;
  return {
    id: tradeId as unknown as string,
    kind: 'trade',
    member_id: null,
    ...open,
    sell_order_id: sellOrderId ?? null,
    buy_order_id: buyOrderId ?? null,
    seller_id: sellerId ?? null,
    buyer_id: buyerId ?? null,
  };
}

/** A sender has read all earlier messages. */
function readMarks(messages: ReturnType<typeof chained>) {
  const newest = new Map(messages.map((message) => [message.sender_id, message]));
  return [...newest.values()].map(({ room_id, sender_id, role, seq }) => ({
    room_id,
    reader_id: sender_id,
    role,
    seq,
  }));
}

interface Message {
  readonly name: string;
  readonly atMs: number;
  readonly senderId: MemberId;
  readonly role: ChatRole;
  readonly content: string;
}

function chained(roomId: string, messages: readonly Message[]) {
  let prevHash = chainStart;
  return messages.map(({ name, atMs, senderId, role, content }, index) => {
    const messageId = idOf(name, atMs);
    const salt = nameBytes(`${name} salt`).toString('hex').slice(0, 32);
    const contentHash = contentHashOf({ salt, content, imageSha256: null });
    const at = new Date(atMs);
    const link = { roomId, seq: index + 1, messageId, senderId, role, contentHash, prevHash };
    const hash = hashOf({ ...link, at: at.toISOString() });
    const row = {
      room_id: roomId,
      seq: index + 1,
      id: messageId,
      sender_id: senderId,
      role,
      content,
      at,
      salt,
      image_id: null,
      image_sha256: null,
      client_id: null,
      language: 'ko' as const,
      content_hash: contentHash,
      prev_hash: prevHash,
      hash,
    };
    prevHash = hash;
    return row;
  });
}
