import { createEventStoreDbEventLog } from '@matgyo/event-store/eventstoredb/eventstoredb-event-log';
import { findServerProgram, startLocalServer } from '@matgyo/event-store/eventstoredb/server.fixture';
import { rootFrom } from '@matgyo/ledger/proof/merkle-tree';
import { expect, test } from 'vitest';
import { openSignedLedger } from './checkpoints.fixture.ts';

const program = findServerProgram();

// Runs if a program `kurrentdb` is on the PATH.
test.skipIf(program === undefined)('signs, proves and verifies over EventStoreDB', async () => {
  const server = await startLocalServer(program ?? '');
  const openLog = async () => createEventStoreDbEventLog({ connectionString: server.connectionString });
  const other = await openSignedLedger(openLog);
  try {
    other.history.price('1400');
    const stream = `order-${other.history.openOrder('sell', other.history.member(), '14000').id}`;
    await other.write();
    const proven = await other.checkpoints.prove([stream]);
    const proof = proven?.proofs.get(stream);
    expect(proof && rootFrom(proof, proof.path)).toBe(proven?.checkpoint.statement.root);
    other.history.member();
    await other.write();
    other.passHours(1);
    expect((await other.checkpoints.signIfDue())?.statement.sequence).toBe(2);
    expect(await other.verify()).toEqual({ found: [], notes: [] });
  } finally {
    await other.close();
    await server.stop();
  }
});
