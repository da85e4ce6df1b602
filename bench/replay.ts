import { type EventLog, logStart } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { fees } from '@matgyo/projections/read-models/fees/fees';
import { rebuild } from '@matgyo/projections/replay/rebuild';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import pg from 'pg';
import { completedPair, newId } from './events.ts';
import { concurrently, median } from './measure.ts';
import type { Figure } from './report.ts';

const rounds = 3;
const eventsOfALife = 14;

/** The fee read model rebuilt from the whole log, beside reading the same log and doing nothing with it. */
export async function benchReplay(connection: pg.ClientConfig, events: number): Promise<Figure> {
  const log = await createPostgresEventLog({ connection });
  const pool = new pg.Pool({ ...connection, max: 8 });
  // Without a listener a connection that breaks would end the process; whoever uses it is told anyway.
  pool.on('error', () => {});
  const ending = new AbortController();
  try {
    const lives = Math.ceil(events / eventsOfALife);
    await concurrently(16, Math.ceil(lives / 16), () => appendLife(log));
    const following = startProjections({ log, pool, signal: ending.signal, readModels: [fees] });
    await following.ready;
    const ours: number[] = [];
    const references: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(
        await rate(async (count) => {
          const outcome = await rebuild({ log, pool, model: fees, fresh: true, onProgress: count });
          if (outcome.kind !== 'swapped') throw new Error(`the rebuild ended ${outcome.kind}`);
        }),
      );
      references.push(await rate((count) => merelyRead(log, count)));
    }
    ending.abort();
    await following.finished;
    return {
      what: `replay of fees, ${(lives * eventsOfALife).toLocaleString('en-US')} events`,
      unit: 'events/s',
      ours: median(ours),
      reference: median(references),
      referenceWhat: 'reading the same events through the port',
    };
  } finally {
    ending.abort();
    await log.close();
    await pool.end();
  }
}

async function rate(work: (count: (events: number) => void) => Promise<void>): Promise<number> {
  let events = 0;
  const begun = performance.now();
  await work((passed) => {
    events += passed;
  });
  return events / ((performance.now() - begun) / 1000);
}

async function merelyRead(log: EventLog, count: (events: number) => void): Promise<void> {
  let after = logStart;
  for (;;) {
    const page = await log.readAll({ after, limit: 2_000 });
    const last = page.at(-1);
    if (last === undefined) return;
    count(page.length);
    after = last.position;
  }
}

async function appendLife(log: EventLog): Promise<void> {
  for (const { stream, expected, events } of completedPair(newId(), newId()))
    await log.append(stream, expected, events);
}
