import { openSources, type ProgramSources } from '../program-sources.ts';
import { fees } from '../read-models/fees/fees.ts';
import { journal } from '../read-models/journal/journal.ts';
import { countEvents } from '../read-models/moments/count-events.ts';
import { stats } from '../read-models/stats/stats.ts';
import { feeReportFrom } from '../reports/fee-report.ts';
import { momentOf } from '../reports/moment.ts';
import { statsReportFrom } from '../reports/stats.ts';
import { trialBalanceFrom } from '../reports/trial-balance.ts';
import { UnknownMoment } from '../reports/unknown-moment.ts';
import { compare } from './compare.ts';
import type { Difference } from './fingerprints.ts';
import { FoldHalted, foldAsOf } from './fold-as-of.ts';
import { NoTablesYet } from './no-tables-yet.ts';
import { showProgress } from './progress.ts';
import { rebuild } from './rebuild.ts';
import { RebuildUnderWay } from './rebuild-lock.ts';
import { parseReplayCommand, type ReplayCommand, usage, WrongUsage } from './replay-command.ts';
import { NothingToRollBack, rollBack } from './roll-back.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Exit codes: 0 as hoped, 1 different or halted, 2 wrong usage, 130 interrupted. */
async function main(): Promise<number> {
  const command = parseReplayCommand(process.argv.slice(2));
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const sources = await openSources(process.env);
  try {
    return await run(command, sources, interrupted.signal);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    print('Interrupted. The same command goes on from here.');
    return 130;
  } finally {
    await sources.close();
  }
}

async function run(command: ReplayCommand, sources: ProgramSources, signal: AbortSignal): Promise<number> {
  if (command.kind === 'as of') {
    print(JSON.stringify(await reportAsOf(command, sources, signal), null, 2));
    return 0;
  }
  const { model } = command;
  if (command.kind === 'roll back') {
    await rollBack({ ...sources, model, signal });
    print(`${model.name}: the build that served before is back.`);
    return 0;
  }
  const progress = showProgress(await countEvents(sources.pool));
  const following = { ...sources, model, signal, onProgress: progress.passed };
  if (command.kind === 'compare') {
    const found = await compare(following).finally(progress.end);
    return found === 'halted' ? halted(model.name) : told(model.name, found, 'Nothing was swapped.');
  }
  const outcome = await rebuild({ ...following, ...command }).finally(progress.end);
  switch (outcome.kind) {
    case 'swapped':
      print(`${model.name}: rebuilt and swapped in (${outcome.compared}).`);
      return 0;
    case 'different':
      return told(
        model.name,
        outcome.differences,
        outcome.swapped
          ? 'Swapped anyway.'
          : 'Not swapped: the rebuilt rows are in the schema ending in _next.',
      );
    case 'halted':
      return halted(model.name, outcome);
    default:
      return outcome satisfies never;
  }
}

async function reportAsOf(
  { report, asOf, from, to }: Extract<ReplayCommand, { kind: 'as of' }>,
  sources: ProgramSources,
  signal: AbortSignal,
): Promise<object> {
  const moment = await momentOf(sources, asOf);
  const progress = showProgress(await countEvents(sources.pool));
  const folding = { ...sources, signal, onProgress: progress.passed };
  try {
    switch (report) {
      case 'fees':
        return await foldAsOf({ ...folding, model: fees }, moment, (fold) =>
          feeReportFrom(fold, { from, to }),
        );
      case 'journal':
        return await foldAsOf({ ...folding, model: journal }, moment, trialBalanceFrom);
      case 'stats':
        return await foldAsOf({ ...folding, model: stats }, moment, statsReportFrom);
      default:
        return report satisfies never;
    }
  } finally {
    progress.end();
  }
}

function told(name: string, found: readonly Difference[], consequence: string): number {
  if (found.length === 0) {
    print(`${name}: equal to the fold of the log.`);
    return 0;
  }
  for (const { table, keys } of found)
    print(`${name}: rows of ${table} differ, among them ${keys.join(', ')}`);
  print(consequence);
  return 1;
}

function halted(name: string, at?: { readonly reason: string; readonly eventId: string }): number {
  print(
    `${name}: stopped before an event it cannot apply${at ? ` (${at.reason}, event ${at.eventId})` : ''}.`,
  );
  return 1;
}

/** 2: what was asked is wrong; 1: it cannot be done now. Anything else is a fault of ours. */
function refusal(error: unknown): number | undefined {
  if (error instanceof WrongUsage || error instanceof UnknownMoment) return 2;
  const now = [FoldHalted, RebuildUnderWay, NoTablesYet, NothingToRollBack];
  return now.some((kind) => error instanceof kind) ? 1 : undefined;
}

process.exitCode = await main().catch((error: Error) => {
  const code = refusal(error);
  if (code === undefined) throw error;
  process.stderr.write(`${error.message}\n${error instanceof WrongUsage ? `\n${usage}\n` : ''}`);
  return code;
});
