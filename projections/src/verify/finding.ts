import type { RecordedEvent } from '@matgyo/event-store/event-log';

/** An inconsistency and where it is. Ids and codes only. */
export interface Finding {
  readonly check: CheckName;
  readonly what: string;
  readonly stream?: string;
  readonly revision?: number;
  readonly eventId?: string;
}

/** The result of a check that may not have been able to look at everything. */
export interface Verification {
  readonly findings: readonly Finding[];
  /** Reservations about the result that are no errors. */
  readonly notes: readonly string[];
}

/** The checks, in the order of the output. Numbers are those of the invariants in docs/ledger.md. */
export const checkNames = {
  chain: 'hash chains, and revisions without gaps (6)',
  ids: 'event ids are unique (6)',
  shape: 'every event can be read and lies in its own stream',
  quantities: 'order quantities add up (1), terminal states absorb (5)',
  trades: 'trades resolve once (2, 9), between two members and approved orders (4)',
  sums: 'sells, buys, won and fees agree, per trade and so in all (3)',
  members:
    'trades were between members once active, credited to a code of the seller’s, staff’s actions were staff’s',
  staff: 'who acted as staff was staff, and prices and accounts stand in the audit log (13)',
  prices: 'orders were placed at the price they name',
  approvals: 'what another admin had to approve was approved in time by one, and done once (18)',
  checkpoints: 'signed checkpoints: nothing was cut, rewritten or slipped in before them',
  rooms: 'chat rooms: their chains, and what was signed of them',
  audit: 'the audit log and its chain',
  rows: 'rows that are no events are as the program last wrote them',
  guards: 'what refuses changes is in place, and checkpoints are made',
  readModels: 'read models equal the fold of the log (8)',
  journal: 'the journal balances (11)',
} as const;
export type CheckName = keyof typeof checkNames;

export const findingAt = (check: CheckName, event: RecordedEvent, what: string): Finding => ({
  check,
  what,
  stream: event.stream,
  revision: event.revision,
  eventId: event.id,
});

/** Number of findings that are named; in a completely wrong log the first ones suffice. */
const namedMax = 200;

/** Counts every finding and stores the first ones. */
export class Findings {
  readonly named: Finding[] = [];
  readonly #counts = new Map<CheckName, number>();

  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      this.#counts.set(finding.check, this.count(finding.check) + 1);
      if (this.named.length < namedMax) this.named.push(finding);
    }
  }

  count = (check: CheckName): number => this.#counts.get(check) ?? 0;

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
