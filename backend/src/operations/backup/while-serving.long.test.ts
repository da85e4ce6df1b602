import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import { type EventLog, logStart } from '@matgyo/event-store/event-log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRegistration } from '../../identity/members/registration.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { walletRow } from '../../trading/orders/order-wallets.ts';
import type { Installation } from './installation.ts';
import {
  backUp,
  emptyInstallation,
  inAnotherStore,
  newMemberIds,
  restore,
  signUp,
  startedInstallation,
  type TestInstallation,
} from './installations.fixture.ts';

let folder: string;
let file: string;
let source: TestInstallation;
let target: TestInstallation;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  file = path.join(folder, 'matgyo.backup');
  source = await startedInstallation();
  target = await emptyInstallation();
});

afterEach(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true });
});

const membersOf = async ({ pool }: Installation): Promise<readonly string[]> =>
  (await pool.query('select id from app.members order by id')).rows.map(({ id }) => id);

/** Runs `meanwhile` after the end of the log was read and before the tables are. */
const interrupted = (log: EventLog, meanwhile: () => Promise<unknown>): EventLog =>
  inAnotherStore(log, async () => {
    const last = await log.lastEvent();
    await meanwhile();
    return last;
  });

test("does not partly restore a member who signs up between reading the log's end and the tables", async () => {
  const [before, meanwhile] = [newMemberIds(3), newMemberIds(2)];
  await signUp(source, before);
  const log = interrupted(source.log, () => signUp(source, meanwhile));
  const { manifest } = await backUp({ ...source, log }, file);
  expect(manifest.parts.find(({ part }) => part === 'app.members')?.lines).toBe(5);
  expect(manifest.parts.find(({ part }) => part === 'events')?.lines).toBe(3);

  expect((await restore(target, file)).membersRemoved).toBe(2);
  expect(await membersOf(target)).toEqual([...before].sort());
});

test('completes a registration whose event was not yet appended after the restore', async () => {
  const [known = '', pending = ''] = newMemberIds(2);
  await signUp(source, [known]);
  const { log } = source;
  await signUp({ ...source, log: { ...log, appendTogether: async () => [] } as unknown as EventLog }, [
    pending,
  ]);
  await source.pool.query(
    `insert into app.pending_registrations (member_id, kind, command_id, invite_code, created_at)
     values ($1, 'sign-up', $2, 'INVITE', now() - interval '1 minute')`,
    [pending, randomUUID()],
  );
  await backUp(source, file);
  expect((await restore(target, file)).membersRemoved).toBe(0);
  const ledger = { log: target.log, timing: systemTiming };
  const registration = createRegistration(createDatabase(target.pool), ledger, createLogger('silent'));
  expect(await registration.completeLeftOver()).toBe(1);
  const [event] = await target.log.readStream(`member-${pending}`, { direction: 'forwards', limit: 1 });
  expect(event).toMatchObject({ type: 'MemberRegistered', metadata: { actorId: pending } });
});

test('has a row for every event that refers to one, while a writer keeps appending', async () => {
  const first = newMemberIds(400);
  await signUp(source, first);
  const working = new AbortController();
  const write = async (): Promise<void> => {
    while (!working.signal.aborted) {
      const [memberId = '', orderId = ''] = newMemberIds(2) as [MemberId, OrderId];
      const { text, values } = walletRow(
        createSealedRows('a secret of this test'),
        orderId as OrderId,
        memberId,
        { isOneAppend: true },
      );
      await source.pool.query(text, [...values]);
      await signUp(source, [memberId]);
    }
  };
  const writing = Promise.all([write(), write(), write()]);
  const { manifest } = await backUp(source, file).finally(() => working.abort());
  await writing;
  expect((await source.log.lastEvent())?.id).not.toBe(manifest.lastEvent?.id);

  await restore(target, file);
  const events = (await target.log.readAll({ after: logStart, limit: 100_000 })).events;
  expect(events.at(-1)?.id).toBe(manifest.lastEvent?.id);
  const members = events.map(({ stream }) => stream.slice('member-'.length)).sort();
  expect(await membersOf(target)).toEqual(members);
  const { rows } = await target.pool.query('select tether_address as "memberId" from app.order_wallets');
  const withWallet = new Set(rows.map(({ memberId }) => memberId));
  expect(members.filter((id) => !withWallet.has(id)).sort()).toEqual([...first].sort());
});
