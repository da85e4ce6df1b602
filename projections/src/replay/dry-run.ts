import { readFile } from 'node:fs/promises';
import { monthBefore } from '@matgyo/contracts/month-before';
import { feeRuleText } from '@matgyo/contracts/schemas/fee-rule';
import type { TextSchema } from '@matgyo/contracts/schemas/json-text';
import { levelsText } from '@matgyo/contracts/schemas/levels';
import { WrongUsage } from '../program-fault.ts';
import type { AsOfSources } from '../reports/as-of-point.ts';
import { computeFeesDryRun, type DryRun, type DryRunProgress } from '../reports/fees-dry-run.ts';
import { computeLevelsDryRun, type LevelsDryRun } from '../reports/levels-dry-run.ts';
import { type Progress, showProgress } from './progress.ts';
import type { ReplayCommand } from './replay-command.ts';

/**
 * Computes what the fee rule in a file would have charged, or which orders the levels in it would have refused.
 *
 * @throws WrongUsage for a file without a valid fee rule or levels, UnknownAsOfPoint, ReadModelUnavailable
 */
export async function dryRun(
  { of, file, before, after }: Extract<ReplayCommand, { kind: 'as if' }>,
  sources: AsOfSources,
  signal: AbortSignal,
): Promise<DryRun | LevelsDryRun> {
  const range = before === undefined ? monthBefore(new Date().toISOString()) : { before, after };
  const shown = shownProgress(of === 'fees' ? 'trades' : 'events', signal);
  const result =
    of === 'fees'
      ? computeFeesDryRun(sources, { rule: await writtenIn(file, feeRuleText), ...range }, shown.set)
      : computeLevelsDryRun(sources, { levels: await writtenIn(file, levelsText), ...range }, shown.set);
  return result.finally(shown.end);
}

/** Throws the signal's reason once it aborts. */
function shownProgress(what: string, signal: AbortSignal) {
  let progress: Progress | undefined;
  let shown = 0;
  return {
    set: ({ done, total }: DryRunProgress): void => {
      signal.throwIfAborted();
      progress ??= showProgress(total, what);
      progress.advance(done - shown);
      shown = done;
    },
    end: (): void => progress?.end(),
  };
}

async function writtenIn<T>(file: string, schema: TextSchema<T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new WrongUsage(error.message);
  });
  const { data, error } = schema.safeParse(text);
  if (data !== undefined) return data;
  const lines = error?.issues.map(({ path, message }) => [
    file,
    ...(path.length > 0 ? [path.join('.')] : []),
    message,
  ]);
  throw new WrongUsage(lines?.map((line) => line.join(': ')).join('\n'));
}
