import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { OrderTrail } from '../../../../api/order-trail.ts';
import { csvOf } from '../../../../format/csv.ts';

const columns = [
  'entry',
  'at',
  'type',
  'stream',
  'revision',
  'actorRole',
  'actorNickname',
  'actorId',
  'reason',
  'tradeId',
  'counterOrderId',
  'amount',
  'released',
  'fee',
  'commandId',
  'status',
  'open',
  'reserved',
  'settled',
  'withdrawn',
  'feeTotal',
  'prevHash',
  'hash',
] as const;

const fieldOf = (entry: TrailEntry, column: (typeof columns)[number]): string =>
  String({ ...entry, ...entry.state }[column] ?? '');

export const trailCsv = (entries: readonly TrailEntry[]): Blob =>
  csvOf([columns, ...entries.map((entry) => columns.map((column) => fieldOf(entry, column)))]);

export function trailJson(id: string, trail: OrderTrail): Blob {
  const { orderCode, side, amount, verified, finding, proof, everything } = trail;
  const file = { orderId: id, orderCode, side, amount, verified, finding, proof, entries: everything };
  return new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
}
