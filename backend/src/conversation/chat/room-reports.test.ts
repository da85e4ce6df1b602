import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import type { ChatRoom } from './chat-room.ts';
import { createRoomReports } from './room-reports.ts';

const room = (id: string): ChatRoom => ({
  id,
  kind: 'trade',
  sell_order_id: 'sale' as OrderId,
  buy_order_id: 'purchase' as OrderId,
  seller_id: 'seller' as MemberId,
  buyer_id: 'buyer' as MemberId,
  member_id: null,
});

test('reports a room that changes several times once to its members and to admins, at the latest at the end', async () => {
  const sent: unknown[] = [];
  const { reportRoom: report, work } = createRoomReports({
    toMember: (memberId, event, payload) => sent.push([memberId, event, payload]),
    toAdmins: (event, payload) => sent.push(['admins', event, payload]),
  });
  for (const id of ['first', 'second', 'first']) report(room(id));
  const reports = (id: string) =>
    ['seller', 'buyer', 'admins'].map((to) => [to, 'changed', { keys: [`chat:${id}`] }]);
  await expect.poll(() => sent).toEqual([...reports('first'), ...reports('second')]);
  report(room('first'));
  await work(AbortSignal.abort());
  expect(sent.slice(6)).toEqual(reports('first'));
});
