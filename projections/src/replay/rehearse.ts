import { readFile } from 'node:fs/promises';
import type { FeeRule } from '@matgyo/contracts/fee-rule';
import { monthBefore } from '@matgyo/contracts/kst';
import { feeRuleText } from '@matgyo/contracts/schemas/fee-rule';
import type { AsOfSources } from '../reports/as-of-point.ts';
import { type Rehearsal, rehearseFees } from '../reports/rehearse-fees.ts';
import { type Progress, showProgress } from './progress.ts';
import type { ReplayCommand } from './replay-command.ts';

/** The file is not a valid fee rule; the message names the error. */
export class WrongRule extends Error {
  override readonly name = 'WrongRule';
}

/**
 * Computes what the rule in a file would have charged.
 *
 * @throws WrongRule, UnknownAsOfPoint, ReadModelUnavailable
 */
export async function rehearse(
  { file, before, after }: Extract<ReplayCommand, { kind: 'as if' }>,
  sources: AsOfSources,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const rule = await ruleIn(file);
  let progress: Progress | undefined;
  let applied = 0;
  const range = before === undefined ? monthBefore(new Date().toISOString()) : { before, after };
  return rehearseFees(sources, { rule, ...range }, ({ done, total }) => {
    signal.throwIfAborted();
    progress ??= showProgress(total, 'trades');
    progress.advance(done - applied);
    applied = done;
  }).finally(() => progress?.end());
}

async function ruleIn(file: string): Promise<FeeRule> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new WrongRule(error.message);
  });
  const { data, error } = feeRuleText.safeParse(text);
  if (data !== undefined) return data;
  const lines = error.issues.map(({ path, message }) => [
    file,
    ...(path.length > 0 ? [path.join('.')] : []),
    message,
  ]);
  throw new WrongRule(lines.map((line) => line.join(': ')).join('\n'));
}
