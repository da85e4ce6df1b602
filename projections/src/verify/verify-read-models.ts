import type { EventLog } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { type Checkpoint, liveSchema, readCheckpoint } from '../checkpoint.ts';
import type { ReadModel } from '../read-model.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { compare } from '../replay/compare.ts';
import { ReadModelUnavailable } from '../reports/read-model-unavailable.ts';
import { readSnapshot } from '../reports/snapshot.ts';
import { trialBalanceFrom } from '../reports/trial-balance.ts';
import type { Finding } from './finding.ts';

export interface VerifyReadModelsOptions {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  readonly signal?: AbortSignal | undefined;
}

/** Compares every live read model with the fold of the log at its checkpoint, by row hashes. */
export async function verifyReadModels(options: VerifyReadModelsOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const model of allReadModels) {
    const checkpoint = await readCheckpoint(options.pool, liveSchema(model.name));
    if (checkpoint !== undefined) findings.push(...(await verifyOne(options, model, checkpoint)));
  }
  return [...findings, ...(await verifyJournal(options))];
}

async function verifyOne(
  { log, pool, signal }: VerifyReadModelsOptions,
  model: ReadModel,
  { version, halted }: Checkpoint,
): Promise<readonly Finding[]> {
  const found = (what: string): Finding => ({ check: 'readModels', what });
  if (version !== model.version)
    return [
      found(`${model.name} was written by version ${version}, this software is version ${model.version}`),
    ];
  const haltFinding = halted
    ? [{ ...found(`${model.name} has halted (${halted.reason})`), eventId: halted.eventId }]
    : [];
  const differences = await compare({ log, pool, model, signal });
  if (differences === 'halted')
    return [...haltFinding, found(`${model.name} is further than the log can be folded`)];
  return [
    ...haltFinding,
    ...differences.map(({ table, keys }) =>
      found(`${model.name}: rows of ${table} differ, among them ${keys.join(', ')}`),
    ),
  ];
}

async function verifyJournal(sources: VerifyReadModelsOptions): Promise<readonly Finding[]> {
  try {
    const { balanced, totals } = await readSnapshot(sources, 'journal', undefined, (snapshot) =>
      // Not the stored sums: those are compared with the lines as part of the read model.
      trialBalanceFrom({ ...snapshot, endsThere: false }),
    );
    if (balanced) return [];
    return [{ check: 'journal', what: `the lines add up to ${totals.USDT} USDT and ${totals.KRW} KRW` }];
  } catch (error) {
    // Halted or missing: reported with the read models.
    if (error instanceof ReadModelUnavailable) return [];
    throw error;
  }
}
