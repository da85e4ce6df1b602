import { Writable } from 'node:stream';
import type { MemberId } from '@matgyo/contracts/ids';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { countReading, type PersonalReadings } from './personal-readings.ts';

test('a notification that cannot be stored is logged without Postgres’s message, which quotes values', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _, done) {
      lines.push(String(line));
      done();
    },
  });
  // A database without tables.
  const database = await createTestDatabase();
  const pool = createPool(database.connection, () => undefined);
  const limits = { idImagesOf: { take: () => Promise.reject(failure('TOO_MANY_REQUESTS')) } };
  const deps = { db: createDatabase(pool), limits, logger: pino(stream) } as unknown as PersonalReadings;
  const by = {
    caller: { memberId: 'a'.repeat(24) as MemberId, admin: true, manager: false },
    requestId: 'r',
  };
  await expect(countReading(deps, 'idImagesOf', by as never)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  const [, notStored] = lines.map((line) => JSON.parse(line));
  expect(notStored.error).toMatchObject({ name: 'DatabaseError', code: '42P01' });
  expect(JSON.stringify(notStored)).not.toContain('does not exist');
  await pool.end();
  await database.drop();
});
