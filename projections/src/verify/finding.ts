import type { RecordedEvent } from '@matgyo/event-store/event-log';

/** Something that is not as it has to be, and where. Ids and codes only. */
export interface Finding {
  readonly check: CheckName;
  readonly what: string;
  readonly stream?: string;
  readonly revision?: number;
  readonly eventId?: string;
}

/** What is verified, in the order in which it is told. Numbers are those of the invariants in docs/ledger.md. */
export const checkNames = {
  chain: 'hash chains and revisions without gaps (6)',
  ids: 'event ids are unique (6)',
  shape: 'every event can be read',
  quantities: 'order quantities add up (1), terminal states absorb (5)',
  trades: 'trades resolve once (2), between two members and approved orders (4)',
  sums: 'sells and buys, and fees, agree per trade and in all (3)',
  prices: 'orders were placed at the price then in force',
  readModels: 'read models equal the fold of the log (8)',
} as const;
export type CheckName = keyof typeof checkNames;

export const findingAt = (check: CheckName, event: RecordedEvent, what: string): Finding => ({
  check,
  what,
  stream: event.stream,
  revision: event.revision,
  eventId: event.id,
});
