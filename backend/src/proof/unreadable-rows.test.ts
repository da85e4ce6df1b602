import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrl } from '../../../test/database.ts';
import { runVerify } from '../../../test/run-verify.ts';
import { newMemberIds, signUp, startedInstallation } from '../operations/backup/installations.fixture.ts';

const installation = await startedInstallation();
afterAll(() => installation.close());
beforeAll(() => signUp(installation, newMemberIds(1)));

/** The checks with findings, in order, as `npm run verify` prints them. */
async function found(): Promise<readonly string[]> {
  const { output, errors } = await runVerify({
    DATA_DIR: installation.dataDir,
    TOKEN_SECRET: 'a secret only this test has: 0123456789',
    DATABASE_URL: databaseUrl(installation.database.connection),
  });
  expect(errors).not.toContain('Error');
  return [...output.matchAll(/^WRONG {2}(.*?):/gm)].map(([, check]) => check ?? '');
}

const event = (data: string, metadata = '{}') =>
  `insert into event_log.events (position, stream, revision, id, type, data, metadata, prev_hash, hash)
   select max(position) + 1, 'member-' || max(position), 0, gen_random_uuid(), 'MemberActivated', '${data}', '${metadata}', '', ''
   from event_log.events`;
const checkpoint = (statement: string) =>
  `insert into app.signed_checkpoints (sequence, event_id, made_at, statement, signature)
   select coalesce(max(sequence), 0) + 1, gen_random_uuid(), now(), '${statement}', '' from app.signed_checkpoints`;
const entry = (content: object) => `select app.append_audit('${JSON.stringify({ at: 'now', ...content })}')`;
const noText = { toString: 1, valueOf: 1 };

/** With the program's password; everything else is looked at all the same. */
test('what SQL has written in no shape is found, and ends no check', async () => {
  const written = [
    event('null'),
    event('[]'),
    event('{"memberId":1e999}'),
    event(`{"memberId":${'['.repeat(99)}${']'.repeat(99)}}`),
    event(JSON.stringify({ memberId: noText }), JSON.stringify({ actorId: noText, schemaVersion: 1 })),
    checkpoint('null'),
    checkpoint(JSON.stringify({ sequence: noText })),
    entry({ action: 'rows-kept' }),
    entry({ action: 'rows-entered', details: null }),
    entry({ action: 'payout-change-approved', reason: 'no-second-admin', at: noText }),
  ];
  for (const statement of written) await installation.pool.query(statement);
  expect(await found()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('hash chains'),
      expect.stringContaining('every event can be read'),
      expect.stringContaining('another admin had to approve'),
      expect.stringContaining('signed checkpoints'),
    ]),
  );
});
