import { readFile } from 'node:fs/promises';
import type { FeeRule } from '@matgyo/contracts/fee-rule';
import { monthBefore } from '@matgyo/contracts/kst';
import { feeRuleText } from '@matgyo/contracts/schemas/fee-rule';
import type { MomentSources } from '../reports/moment.ts';
import { type Rehearsal, rehearseFees } from '../reports/rehearse-fees.ts';
import { type Progress, showProgress } from './progress.ts';
import type { ReplayCommand } from './replay-command.ts';

/** The file holds no fee rule; the message says where it is wrong. */
export class WrongRule extends Error {
  override readonly name = 'WrongRule';
}

/**
 * What the rule in a file would have charged.
 *
 * @throws WrongRule, UnknownMoment, ReadModelUnavailable
 */
export async function rehearse(
  { file, before, after }: Extract<ReplayCommand, { kind: 'as if' }>,
  sources: MomentSources,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const rule = await ruleIn(file);
  let progress: Progress | undefined;
  let passed = 0;
  const range = before === undefined ? monthBefore(new Date().toISOString()) : { before, after };
  return rehearseFees(sources, { rule, ...range }, ({ done, total }) => {
    signal.throwIfAborted();
    progress ??= showProgress(total, 'trades');
    progress.passed(done - passed);
    passed = done;
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
