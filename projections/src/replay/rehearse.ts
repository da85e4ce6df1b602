import { readFile } from 'node:fs/promises';
import { monthBefore } from '@matgyo/contracts/kst';
import { feeRuleText } from '@matgyo/contracts/schemas/fee-rule';
import type { TextSchema } from '@matgyo/contracts/schemas/json-text';
import { levelsText } from '@matgyo/contracts/schemas/levels';
import { countEvents } from '../read-models/moments/count-events.ts';
import type { AsOfSources } from '../reports/as-of-point.ts';
import { type Rehearsal, type RehearsalQuery, rehearseFees } from '../reports/rehearse-fees.ts';
import {
  type LevelsRehearsal,
  type LevelsRehearsalQuery,
  rehearseLevels,
} from '../reports/rehearse-levels.ts';
import { type Progress, showProgress } from './progress.ts';
import type { ReplayCommand } from './replay-command.ts';

/** The file has no valid fee rule or levels; the message names the error. */
export class WrongRule extends Error {
  override readonly name = 'WrongRule';
}

/**
 * Computes what the fee rule in a file would have charged, or which orders the levels in it would have refused.
 *
 * @throws WrongRule, UnknownAsOfPoint, ReadModelUnavailable
 */
export async function rehearse(
  { of, file, before, after }: Extract<ReplayCommand, { kind: 'as if' }>,
  sources: AsOfSources,
  signal: AbortSignal,
): Promise<Rehearsal | LevelsRehearsal> {
  const range = before === undefined ? monthBefore(new Date().toISOString()) : { before, after };
  return of === 'fees'
    ? feesAsIf({ rule: await writtenIn(file, feeRuleText), ...range }, sources, signal)
    : levelsAsIf({ levels: await writtenIn(file, levelsText), ...range }, sources, signal);
}

function feesAsIf(query: RehearsalQuery, sources: AsOfSources, signal: AbortSignal): Promise<Rehearsal> {
  let progress: Progress | undefined;
  let applied = 0;
  return rehearseFees(sources, query, ({ done, total }) => {
    signal.throwIfAborted();
    progress ??= showProgress(total, 'trades');
    progress.advance(done - applied);
    applied = done;
  }).finally(() => progress?.end());
}

async function levelsAsIf(
  query: LevelsRehearsalQuery,
  sources: AsOfSources,
  signal: AbortSignal,
): Promise<LevelsRehearsal> {
  const progress = showProgress(await countEvents(sources.pool));
  return rehearseLevels(sources, query, ({ covered }) => progress.advance(covered), signal).finally(
    progress.end,
  );
}

async function writtenIn<T>(file: string, schema: TextSchema<T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new WrongRule(error.message);
  });
  const { data, error } = schema.safeParse(text);
  if (data !== undefined) return data;
  const lines = error?.issues.map(({ path, message }) => [
    file,
    ...(path.length > 0 ? [path.join('.')] : []),
    message,
  ]);
  throw new WrongRule(lines?.map((line) => line.join(': ')).join('\n'));
}
