import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { beforeEach, describe, expect, test } from 'vitest';
import { History } from '../testing/history.ts';
import { randomHistory } from '../testing/random-history.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { type NamingEntry, StaffCheck } from './check-staff.ts';

const admin = 'a'.repeat(24);
let log: UncheckedLog;
let history: History;
let member: string;

beforeEach(() => {
  log = new UncheckedLog();
  history = new History().firstAdmin();
  history.price('1400');
  member = history.member();
});

async function eventsOf(one: History): Promise<readonly RecordedEvent[]> {
  await one.writeTo(log);
  return log.events;
}

const nameAll = (events: readonly RecordedEvent[]): readonly NamingEntry[] =>
  events.map(({ id, metadata }) => ({ actorId: metadata.actorId, eventIds: [id] }));

function found(events: readonly RecordedEvent[], entries: readonly NamingEntry[] = nameAll(events)) {
  const check = new StaffCheck();
  const findings = events.flatMap((event) => check.event(event));
  return [...findings, ...check.end(entries)].map(({ what }) => what);
}

/** The same events, the last one as appended by an attacker with the database's password. */
async function forged(metadata: Partial<RecordedEvent['metadata']>): Promise<readonly RecordedEvent[]> {
  history.price('0.01');
  const events = await eventsOf(history);
  return events.map((event, index) =>
    index === events.length - 1 ? { ...event, metadata: { ...event.metadata, ...metadata } } : event,
  );
}

test.each([1, 2, 3])('finds nothing in a history that follows the rules (seed %i)', async (seed) => {
  expect(found(await eventsOf(randomHistory(seed, 500, new History().firstAdmin())))).toEqual([]);
});

describe('finds', () => {
  test("a price set by a member with an admin's role in the event", async () => {
    expect(found(await forged({ actorId: member }))).toEqual([
      `PriceSet was caused by ${member}, who was no active admin then`,
    ]);
  });

  test('an action of an unknown member', async () => {
    const unknown = 'd'.repeat(24);
    expect(found(await forged({ actorId: unknown }))).toEqual([
      `PriceSet was caused by ${unknown}, who is no member`,
    ]);
  });

  test('an action of an admin after the role was revoked, but not one in progress then', async () => {
    history.setRole(member as never, 'admin', true);
    history.setRole(member as never, 'admin', false);
    expect(found(await forged({ actorId: member }))).toEqual([]);
    history.at('2026-03-01T00:00:00.000Z');
    expect(found(await forged({ actorId: member }))).toEqual([
      `PriceSet was caused by ${member}, who was no active admin then`,
    ]);
  });

  test('an action of a deactivated admin, but not one in progress then or after activation', async () => {
    history.setRole(member as never, 'admin', true);
    history.setActive(member as never, false);
    expect(found(await forged({ actorId: member }))).toEqual([]);
    history.at('2026-03-01T00:00:00.000Z');
    const events = await forged({ actorId: member });
    expect(found(events)).toEqual([`PriceSet was caused by ${member}, who was no active admin then`]);
    history.setActive(member as never, true);
    expect(found(await forged({ actorId: member }))).toEqual([]);
  });

  test('an action long after a deactivation, also if another one follows', async () => {
    history.setRole(member as never, 'admin', true);
    history.setActive(member as never, false);
    history.at('2026-03-01T00:00:00.000Z');
    history.setActive(member as never, false);
    expect(found(await forged({ actorId: member }))).toEqual([
      `PriceSet was caused by ${member}, who was no active admin then`,
    ]);
  });

  test('a role granted by the program although there is an active admin', async () => {
    const granted = async () => {
      history.setRole(member as never, 'admin', true);
      const events = await eventsOf(history);
      const system = { actorId: 'system', actorRole: 'system' as const };
      return found(
        events.map((event) =>
          event === events.at(-1) ? { ...event, metadata: { ...event.metadata, ...system } } : event,
        ),
      );
    };
    expect(await granted()).toEqual(['a role was granted by the program, where there was an admin to do so']);
    history.setRole(member as never, 'admin', false);
    history.setActive(admin as never, false);
    expect(await granted()).toEqual([]);
  });

  test('a payout change approved as by the only admin, while there was another one', async () => {
    const second = history.member();
    history.at('2026-03-01T00:00:00.000Z');
    history.setRole(second, 'admin', true);
    history.at('2026-03-02T00:00:00.000Z');
    history.setRole(second, 'admin', false);
    const events = await eventsOf(history);
    const foundAt = (aloneAt: string) =>
      found(events, [...nameAll(events), { actorId: admin, eventIds: [], aloneAt }]);
    expect(foundAt('2026-02-28T00:00:00.000Z')).toEqual([]);
    expect(foundAt('2026-03-01T12:00:00.000Z')).toEqual([
      `a payout change was approved at 2026-03-01T12:00:00.000Z as if there were no other admin, and ${second} was one`,
    ]);
    expect(foundAt('2026-03-02T12:00:00.000Z')).toEqual([]);
    // A call under way when the role was granted or revoked may not have seen that.
    expect(foundAt('2026-03-01T00:00:30.000Z')).toEqual([]);
    expect(foundAt('2026-03-01T23:59:30.000Z')).toEqual([]);
    expect(foundAt('')).toEqual(['a payout change was approved by one admin at no time']);
  });

  test('a price without an entry in the audit log, or with one of another actor', async () => {
    const events = await forged({});
    const entries = nameAll(events);
    expect(found(events, entries.slice(0, -1))).toEqual(['PriceSet by staff has no entry in the audit log']);
    expect(
      found(events, [...entries.slice(0, -1), { actorId: member, eventIds: entries.at(-1)?.eventIds ?? [] }]),
    ).toEqual(['PriceSet has another actor than its entry in the audit log']);
    // These events were written without audit entries.
    expect(found(events, [])).toEqual([]);
    expect(admin).toBe(events.at(-1)?.metadata.actorId);
  });

  test('an operator’s event without an entry in the audit log, or with one that names an actor', async () => {
    history.setRole(member as never, 'admin', true);
    history.setRole(member as never, 'admin', false);
    const system = { actorId: 'system', actorRole: 'system' as const };
    const events = (await eventsOf(history)).map((event, index, all) =>
      index === all.length - 1 ? { ...event, metadata: { ...event.metadata, ...system } } : event,
    );
    const others = nameAll(events).slice(0, -1);
    const eventIds = events.slice(-1).map(({ id }) => id);
    expect(found(events, [...others, { actorId: null, eventIds }])).toEqual([]);
    expect(found(events, others)).toEqual(['RoleRevoked by staff has no entry in the audit log']);
    expect(found(events, [...others, { actorId: admin, eventIds }])).toEqual([
      'RoleRevoked has another actor than its entry in the audit log',
    ]);
  });

  test('an event without its entry after two minutes, unless a note of the same action awaits it', async () => {
    const events = await forged({});
    const { stream, metadata } = events.at(-1) as RecordedEvent;
    const counts = (noted: object, now = Date.now()) => {
      const check = new StaffCheck(now);
      for (const event of events) check.event(event);
      const note = { commandId: metadata.commandId, stream, actorId: admin, ...noted };
      return [check.end(nameAll(events).slice(0, -1), [note]).length, check.notes.length];
    };
    expect(counts({})).toEqual([0, 1]);
    for (const other of [{ commandId: 'other' }, { stream: 'price-other' }, { actorId: member }])
      expect(counts(other)).toEqual([1, 0]);
    expect(counts({ actorId: member }, Date.parse(metadata.at) + 120_000)).toEqual([0, 0]);
  });
});
