import { feeRuleText } from '@matgyo/contracts/schemas/fee-rule';
import { levelsText } from '@matgyo/contracts/schemas/levels';
import { type EventLog, logStart } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { openProjectionPool } from '@matgyo/projections/projection-pool';
import { fees } from '@matgyo/projections/read-models/fees/fees';
import { rebuild } from '@matgyo/projections/replay/rebuild';
import type { AsOfSources } from '@matgyo/projections/reports/as-of-point';
import { computeFeesDryRun } from '@matgyo/projections/reports/fees-dry-run';
import { computeLevelsDryRun } from '@matgyo/projections/reports/levels-dry-run';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import type pg from 'pg';
import { completedPair, newId } from './events.ts';
import { concurrently, median } from './measure.ts';
import type { Figure } from './report.ts';

const rounds = 3;
const eventsOfALife = 14;
const ordersOfALife = 2;

/**
 * Rebuilding the fee read model from the whole log, compared with only reading the log; and every trade under another
 * fee rule, and every order under other levels, compared with that replay.
 */
export async function benchReplay(connection: pg.ClientConfig, events: number): Promise<readonly Figure[]> {
  const log = await createPostgresEventLog({ connection });
  const pool = openProjectionPool({ connection, connectionsMax: 8, statementTimeoutMs: 60_000 });
  const ending = new AbortController();
  try {
    const lives = Math.ceil(events / eventsOfALife);
    await concurrently(16, Math.ceil(lives / 16), () => appendLife(log));
    const following = startProjections({ log, pool, signal: ending.signal, readModels: [fees] });
    await following.ready;
    const ours: number[] = [];
    const references: number[] = [];
    const dryRuns: number[] = [];
    const ofLevels: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(
        await rate(async (count) => {
          const outcome = await rebuild({ log, pool, model: fees, fresh: true, onProgress: count });
          if (outcome.kind !== 'swapped') throw new Error(`the rebuild ended ${outcome.kind}`);
        }),
      );
      dryRuns.push(await rate((count) => dryRun({ log, pool }, count)));
      ofLevels.push(await rate((count) => dryRunOtherLevels({ log, pool }, count)));
      references.push(await rate((count) => readOnly(log, count)));
    }
    ending.abort();
    await following.finished;
    return [
      {
        what: `replay of fees, ${(lives * eventsOfALife).toLocaleString('en-US')} events`,
        unit: 'events/s',
        ours: median(ours),
        reference: median(references),
        referenceWhat: 'reading the same events through the port',
      },
      {
        what: `dry run of another fee rule, ${lives.toLocaleString('en-US')} trades`,
        unit: 'trades/s',
        ours: median(dryRuns),
        reference: median(ours) / eventsOfALife,
        referenceWhat: 'the trades of a replay of fees in the same time',
      },
      {
        what: `dry run of other levels, ${(lives * ordersOfALife).toLocaleString('en-US')} orders`,
        unit: 'orders/s',
        ours: median(ofLevels),
        reference: (median(ours) / eventsOfALife) * ordersOfALife,
        referenceWhat: 'the orders of a replay of fees in the same time',
      },
    ];
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

async function dryRun(sources: AsOfSources, count: (trades: number) => void): Promise<void> {
  const rule = feeRuleText.parse('{"rate":"0.01","tiers":[{"from":"100","rate":"0.008"}],"minimum":"0.1"}');
  const [first] = (await sources.log.readAll({ after: logStart, limit: 1 })).events;
  const { totals } = await computeFeesDryRun(sources, { rule, before: first?.id ?? '' });
  count(totals.trades);
}

async function dryRunOtherLevels(sources: AsOfSources, count: (orders: number) => void): Promise<void> {
  const levels = levelsText.parse('[{"trades":0,"openKrw":"100000"},{"trades":5,"openKrw":null}]');
  const { totals } = await computeLevelsDryRun(sources, { levels, before: '1970-01-01T00:00:00Z' });
  count(totals.orders);
}

async function readOnly(log: EventLog, count: (events: number) => void): Promise<void> {
  let after = logStart;
  for (;;) {
    const page = (await log.readAll({ after, limit: 2_000 })).events;
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
