import { expect, onTestFinished, test } from 'vitest';
import { openSignedLedger } from './checkpoints.fixture.ts';

test('a checkpoint is signed within the hour once 10,000 streams have changed', async () => {
  const ledger = await openSignedLedger();
  onTestFinished(() => ledger.close());
  ledger.history.price('1400');
  await ledger.write();
  expect((await ledger.checkpoints.signIfDue())?.statement.sequence).toBe(1);
  const addStreams = async (count: number): Promise<void> => {
    for (let member = 0; member < count; member += 1) ledger.history.member({ active: false });
    const appends = ledger.history.appends.splice(0);
    for (let from = 0; from < count; from += 200)
      await ledger.log.appendTogether(
        appends.slice(from, from + 200).map((append) => ({ ...append, expected: 'no-stream' as const })),
      );
    await ledger.write();
  };
  await addStreams(9_900);
  expect((await ledger.checkpoints.signIfDue())?.statement.sequence).toBe(1);
  await addStreams(100);
  expect((await ledger.checkpoints.signIfDue())?.statement).toMatchObject({ sequence: 2 });
  expect(await ledger.verify()).toEqual({ found: [], notes: [] });
});
