import { pause } from '@matgyo/event-store/deadline';
import type { EventLog } from '@matgyo/event-store/event-log';
import { isLocked } from '@matgyo/event-store/postgres/session-lock';
import pg from 'pg';
import { type Checkpoint, liveSchema, readCheckpoint, readCheckpoints } from '../checkpoint.ts';
import { isMissingReadModel } from '../program-fault.ts';
import type { ReadModel } from '../read-model.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import type { FoldOptions } from '../replay/catch-up.ts';
import { compare } from '../replay/compare.ts';
import { ReadModelUnavailable } from '../reports/read-model-unavailable.ts';
import { readSnapshot } from '../reports/snapshot.ts';
import { trialBalanceFrom } from '../reports/trial-balance.ts';
import { leaderLock } from '../runner/leadership.ts';
import { hasTables } from '../stored-rows.ts';
import { type ReadModelName, readModelNames } from '../tables.ts';
import type { Finding, Verification } from './finding.ts';

type VerifyReadModelsOptions = Pick<FoldOptions, 'log' | 'pool' | 'signal'>;

/**
 * Compares every live read model with the fold of the log at its checkpoint, by row hashes. One that cannot be compared
 * because something is missing is a finding, or a note if the projections may not have made or rebuilt it yet.
 */
export async function verifyReadModels(options: VerifyReadModelsOptions): Promise<Verification> {
  const { pool, log } = options;
  const missing = await missingModels(pool, log);
  const findings: Finding[] = [];
  const notes: string[] = [];
  for (const model of allReadModels) {
    const { name, version } = model;
    const checkpoint = await readCheckpoint(pool, liveSchema(name));
    const state = missing.get(name);
    if (checkpoint !== undefined && checkpoint.version < version)
      notes.push(
        `the read model ${name} is of an earlier version until projections have rebuilt it: it was not compared`,
      );
    else if (checkpoint !== undefined) findings.push(...(await verifyOne(options, model, checkpoint)));
    else if (state === 'lost') findings.push(found(`${name} has lost its checkpoint: it was not compared`));
    else if (state === 'gone') findings.push(found(`${name} is missing: it was not compared`));
    else if (state === 'not made')
      notes.push(
        `the read model ${name} is missing, and no projections run that would make it: it was not compared`,
      );
  }
  return { findings: [...findings, ...(await verifyJournal(options))], notes };
}

/**
 * Of a read model without a checkpoint: `lost` if it has its schema, because schema and checkpoint are made in one
 * transaction; `gone` if projections run, which make every read model at their start; otherwise `not made`, as after an
 * upgrade, or before the first start.
 */
type Missing = 'lost' | 'gone' | 'not made';

async function missingModels(pool: pg.Pool, log: EventLog): Promise<ReadonlyMap<ReadModelName, Missing>> {
  const isInUse = (await log.lastEvent()) !== undefined && (await hasTables(pool, 'app.audit_log'));
  for (let looks = 1; ; looks += 1) {
    const { rows } = await pool.query<{ name: ReadModelName; has_schema: boolean; are_led: boolean }>(
      `select name, to_regnamespace('read_' || name) is not null as has_schema, ${isLocked(`'${leaderLock}'`)} as are_led
       from unnest($1::text[]) as name`,
      [readModelNames],
    );
    const checkpoints = await readCheckpoints(pool, readModelNames.map(liveSchema));
    const without = rows.filter(({ name }) => !checkpoints.has(liveSchema(name)));
    // Projections that have just begun are making tables; a swap may have come between the two looks.
    const isBeingMade = without.some((row) => !row.has_schema && row.are_led);
    if (without.length > 0 && looks < (isBeingMade ? looksMax : 2)) {
      await pause(lookMs);
      continue;
    }
    return new Map(
      without.flatMap(({ name, has_schema, are_led }): [ReadModelName, Missing][] => {
        if (has_schema) return [[name, 'lost']];
        return isInUse ? [[name, are_led ? 'gone' : 'not made']] : [];
      }),
    );
  }
}

const looksMax = 10;
const lookMs = 300;

const found = (what: string): Finding => ({ check: 'readModels', what });

async function verifyOne(
  { log, pool, signal }: VerifyReadModelsOptions,
  model: ReadModel,
  { version, halted }: Checkpoint,
): Promise<readonly Finding[]> {
  if (version !== model.version)
    return [
      found(`${model.name} was written by version ${version}, this software is version ${model.version}`),
    ];
  for (const { name } of model.tables)
    if (!(await hasTables(pool, `${liveSchema(model.name)}.${name}`)))
      return [found(`${model.name} lacks its table ${name}: it was not compared`)];
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
    if (error instanceof pg.DatabaseError && isMissingReadModel(error)) return [];
    throw error;
  }
}
