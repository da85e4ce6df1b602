import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { AwaitedEntry } from './awaited-entries.ts';
import { ApprovalCheck } from './check-approvals.ts';
import { type Finding, findingAt } from './finding.ts';

/** An entry of the audit log that names its events, or of a payout change approved by the only admin. */
export interface NamingEntry {
  readonly actorId: string | null;
  readonly eventIds: readonly string[];
  /** When a payout change was approved by the only admin, if it states that. */
  readonly aloneAt?: string | undefined;
}

/** The longest time from an event to its entry: the process died, and another one that runs completed it. */
const completedWithinMs = 120_000;

/** Programs have no name in the audit log. */
const namedActorOf = ({ metadata: { actorId, actorRole } }: RecordedEvent): string | null =>
  actorRole === 'system' ? null : actorId;

const isEntryOf = ({ commandId, stream, actorId }: AwaitedEntry, event: RecordedEvent): boolean =>
  commandId === event.metadata.commandId && stream === event.stream && actorId === namedActorOf(event);

const awaitedNote = ({ id, type }: RecordedEvent): string =>
  `the entry of ${type} ${id} in the audit log is still to be written, as after a crash: a backend writes it within minutes of its start; then verify again`;

/**
 * Compares the actor's role in each event with who was an active admin or manager then.
 * Also, staff's events in the streams of members and prices need an entry in the audit log with the same actor, from
 * the first event on that an entry names (invariant 13). Event types are not listed, so new ones are checked too.
 */
export class StaffCheck {
  readonly #registered = new Set<string>();
  readonly #toBeNamed = new Map<string, RecordedEvent>();
  readonly #approvals = new ApprovalCheck();
  /** Reservations about the result that are no errors. */
  readonly notes: string[] = [];
  readonly #now: number;

  constructor(now = Date.now()) {
    this.#now = now;
  }

  /** Call for each event of the log, in order. */
  event(event: RecordedEvent): readonly Finding[] {
    const { stream, type, data, metadata } = event;
    if (type === 'MemberRegistered') this.#registered.add(String(data['memberId']));
    const why = this.#whyNotActor(event);
    const isOperators = type === 'RoleRevoked' && metadata.actorRole === 'system';
    const isStaffs = isOperators || metadata.actorRole === 'admin' || metadata.actorRole === 'manager';
    if (isStaffs && (stream.startsWith('member-') || stream.startsWith('price-')))
      this.#toBeNamed.set(event.id, { ...event, data: {} });
    const agreed = this.#approvals.event(event);
    return why === undefined ? agreed : [findingAt('staff', event, why), ...agreed];
  }

  /** Call after the last event, with the audit log's entries in order, and those that are still to be written. */
  end(entries: Iterable<NamingEntry>, awaited: readonly AwaitedEntry[] = []): readonly Finding[] {
    const actors = new Map<string, string | null>();
    for (const { actorId, eventIds } of entries) for (const id of eventIds) actors.set(id, actorId);
    return [...this.#notAlone(entries), ...this.#notNamed(actors, awaited)];
  }

  *#notAlone(entries: Iterable<NamingEntry>): Generator<Finding, void, undefined> {
    for (const { actorId, aloneAt } of entries) {
      if (aloneAt === undefined) continue;
      const at = Date.parse(aloneAt);
      const other = this.#approvals.otherAdmin(at, (id) => id === actorId);
      if (Number.isNaN(at))
        yield { check: 'approvals', what: 'a payout change was approved by one admin at no time' };
      if (other !== undefined)
        yield {
          check: 'approvals',
          what: `a payout change was approved at ${aloneAt} as if there were no other admin, and ${other} was one`,
        };
    }
  }

  /** `actors`: by the events that entries of the audit log name. The first of these begins the entries. */
  *#notNamed(
    actors: ReadonlyMap<string, string | null>,
    awaited: readonly AwaitedEntry[],
  ): Generator<Finding, void, undefined> {
    let isNamed = false;
    for (const [id, event] of this.#toBeNamed) {
      isNamed ||= actors.has(id);
      const age = Math.abs(this.#now - Date.parse(event.metadata.at));
      if (isNamed && !actors.has(id) && age > completedWithinMs) {
        if (awaited.some((entry) => isEntryOf(entry, event))) this.notes.push(awaitedNote(event));
        else yield findingAt('staff', event, `${event.type} by staff has no entry in the audit log`);
      } else if (actors.has(id) && actors.get(id) !== namedActorOf(event))
        yield findingAt('staff', event, `${event.type} has another actor than its entry in the audit log`);
    }
  }

  #whyNotActor({ type, metadata: { actorId, actorRole, at } }: RecordedEvent): string | undefined {
    if (actorRole === 'system') {
      if (type === 'RoleGranted' && this.#approvals.hasAdmin())
        return 'a role was granted by the program, where there was an admin to do so';
      return this.#registered.has(actorId)
        ? `${type} was caused in a member's name by the program`
        : undefined;
    }
    if (!this.#registered.has(actorId)) return `${type} was caused by ${actorId}, who is no member`;
    if (actorRole === 'member') return undefined;
    return this.#approvals.had(actorId, actorRole, Date.parse(at))
      ? undefined
      : `${type} was caused by ${actorId}, who was no active ${actorRole} then`;
  }
}
