import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReadModel } from '../read-model.ts';
import { accounts } from '../read-models/accounts/accounts.ts';
import { fees } from '../read-models/fees/fees.ts';
import { History } from '../testing/history.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory } from '../testing/random-history.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { compare } from './compare.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';
import { rollBack } from './roll-back.ts';

let database: ReadModelDatabase;
let log: UncheckedLog;

beforeEach(async () => {
  database = await createReadModelDatabase();
  log = new UncheckedLog();
  await randomHistory(32, 900).writeTo(log);
});
afterEach(() => database.drop());

const replay = (model: ReadModel, options: Partial<RebuildOptions> = {}) =>
  rebuild({ log, pool: database.pool, model, ...options });
const build = async (name: string) =>
  (await database.rows<{ build: string }>(`select build from read_${name}.checkpoint`))[0]?.build;

const newerFees = { ...fees, version: fees.version + 1 };

test('has no build to roll back to before the first swap', async () => {
  const options = { log, pool: database.pool, model: fees };
  await expect(rollBack(options)).rejects.toMatchObject({ name: 'NothingToRollBack' });
  await replay(newerFees);
  await expect(rollBack({ ...options, model: newerFees })).rejects.toThrow(
    `the earlier fees is version ${fees.version}: the software of that version can restore it`,
  );
  await rollBack(options);
  expect(await database.rows('select version from read_fees.checkpoint')).toEqual([
    { version: fees.version },
  ]);
});

describe('a restored build', () => {
  let member: string;
  const admins = () => database.rows('select member_id from read_accounts.accounts where admin');
  const options = () => ({ log, pool: database.pool, model: accounts });

  beforeEach(async () => {
    const history = new History();
    log = new UncheckedLog();
    const id = history.member();
    member = id;
    history.setRole(id, 'admin', true);
    await history.writeTo(log);
    await projectLog(database, log.events, { readModels: [accounts] });
    await rebuild(options());
    expect(await admins()).toEqual([{ member_id: member }]);
    history.setRole(id, 'admin', false);
    await history.writeTo(log);
    await projectLog(database, log.events, { readModels: [accounts] });
  });

  test('serves no outdated state: a role revoked meanwhile stays revoked', async () => {
    const seen: unknown[] = [];
    const readAll = log.readAll.bind(log);
    log.readAll = async (reading) => {
      seen.push(...(await admins()));
      return readAll(reading);
    };
    const before = await build('accounts');
    await rollBack(options());
    expect(await build('accounts')).not.toBe(before);
    expect([...seen, ...(await admins())]).toEqual([]);
    expect(await compare(options())).toEqual([]);
  });

  test('is not swapped in when the roll-back is interrupted', async () => {
    const before = await build('accounts');
    log.readAll = () => Promise.reject(new Error('interrupted'));
    await expect(rollBack(options())).rejects.toThrow('interrupted');
    expect([await build('accounts'), await admins()]).toEqual([before, []]);
  });

  test('is refused when it cannot reach the position of the live build', async () => {
    const last = log.events.length - 1;
    const event = log.events[last];
    if (event !== undefined)
      log.events[last] = { ...event, metadata: { ...event.metadata, schemaVersion: 99 } };
    const before = await build('accounts');
    await expect(rollBack(options())).rejects.toThrow(
      `read_accounts_prev cannot reach the position of accounts: it halts before event ${event?.id}`,
    );
    expect([await build('accounts'), await admins()]).toEqual([before, []]);
  });
});
