import type { ReplayKind } from '@matgyo/contracts/endpoints/operations';
import type { Position } from '@matgyo/event-store/event-log';
import { interruption, print, printJson } from '../program.ts';
import { runToExitCode } from '../program-fault.ts';
import { openSources, type ProgramSources } from '../program-sources.ts';
import { fees } from '../read-models/fees/fees.ts';
import { journal } from '../read-models/journal/journal.ts';
import { countEvents } from '../read-models/moments/moments.ts';
import { stats } from '../read-models/stats/stats.ts';
import { asOfPointOf } from '../reports/as-of-point.ts';
import { feeReportFrom } from '../reports/fee-report.ts';
import { statsReportFrom } from '../reports/stats.ts';
import { trialBalanceFrom } from '../reports/trial-balance.ts';
import { compare } from './compare.ts';
import { dryRun } from './dry-run.ts';
import type { Difference } from './fingerprints.ts';
import { foldAsOf } from './fold-as-of.ts';
import { showProgress } from './progress.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';
import { parseReplayCommand, type ReplayCommand, usage } from './replay-command.ts';
import type { ReplayEnd } from './replay-records.ts';
import { rollBack } from './roll-back.ts';
import { runRecorded } from './run-recorded.ts';

/** Exit codes: 0 success, 1 different or halted, 2 wrong usage, 130 interrupted, and those of `ProgramFault`. */
async function main(): Promise<number> {
  const command = parseReplayCommand(process.argv.slice(2));
  const signal = interruption();
  try {
    await using sources = await openSources(process.env);
    return await run(command, sources, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    print('Interrupted. The same command resumes from here.');
    return 130;
  }
}

async function run(command: ReplayCommand, sources: ProgramSources, signal: AbortSignal): Promise<number> {
  if (command.kind === 'as of') {
    printJson(await reportAsOf(command, sources, signal));
    return 0;
  }
  if (command.kind === 'as if') {
    printJson(await dryRun(command, sources, signal));
    return 0;
  }
  const { model, record: id } = command;
  const recorded = { ...sources, id, readModel: model.name, kind: recordedKind(command), signal };
  const progress = showProgress(await countEvents(sources.pool));
  return runRecorded(recorded, async ({ signal: until, onProgress, onResumed }) => {
    const following = {
      ...sources,
      model,
      signal: until,
      onProgress: (events: number) => {
        progress.advance(events);
        onProgress(events);
      },
      onResumed: async (position: Position) => {
        const events = await countEvents(sources.pool, position);
        progress.advance(events);
        onResumed(events);
      },
    };
    return carryOut(command, following).finally(progress.end);
  });
}

const recordedKind = (command: Recorded): ReplayKind => {
  if (command.kind === 'roll back') return 'roll-back';
  if (command.kind === 'rebuild') return command.swapAnyway ? 'swap' : 'rebuild';
  return command.kind;
};

type Recorded = Exclude<ReplayCommand, { kind: 'as of' | 'as if' }>;
/** The exit code, and the outcome for the replay's record. */
type Ended = { readonly result: number; readonly end: ReplayEnd };

async function carryOut(command: Recorded, following: RebuildOptions): Promise<Ended> {
  const { name } = following.model;
  if (command.kind === 'roll back') {
    await rollBack(following);
    print(`${name}: the build that served before is back.`);
    return { result: 0, end: { state: 'rolled-back' } };
  }
  if (command.kind === 'compare') {
    const found = await compare(following);
    if (found === 'halted') return { result: halted(name), end: { state: 'halted', reason: 'HALTED' } };
    const result = reportDifferences(name, found, 'Nothing was swapped.');
    return { result, end: { state: result === 0 ? 'equal' : 'compared', differences: found } };
  }
  const outcome = await rebuild({ ...following, ...command });
  switch (outcome.kind) {
    case 'swapped':
      print(`${name}: rebuilt and swapped in (${outcome.compared}).`);
      return { result: 0, end: { state: 'swapped' } };
    case 'different': {
      const { differences, swapped } = outcome;
      const consequence = swapped
        ? 'Swapped anyway.'
        : 'Not swapped: the rebuilt rows are in the schema ending in _next.';
      return {
        result: reportDifferences(name, differences, consequence),
        end: { state: swapped ? 'swapped' : 'different', differences },
      };
    }
    case 'halted': {
      const { reason, eventId } = outcome;
      return { result: halted(name, outcome), end: { state: 'halted', reason, eventId } };
    }
    default:
      return outcome satisfies never;
  }
}

async function reportAsOf(
  { report, asOf, from, to }: Extract<ReplayCommand, { kind: 'as of' }>,
  sources: ProgramSources,
  signal: AbortSignal,
): Promise<object> {
  const asOfPoint = await asOfPointOf(sources, asOf);
  const progress = showProgress(await countEvents(sources.pool));
  const folding = { ...sources, signal, onProgress: progress.advance };
  try {
    switch (report) {
      case 'fees':
        return await foldAsOf({ ...folding, model: fees }, asOfPoint, (fold) =>
          feeReportFrom(fold, { from, to }),
        );
      case 'journal':
        return await foldAsOf({ ...folding, model: journal }, asOfPoint, trialBalanceFrom);
      case 'stats':
        return await foldAsOf({ ...folding, model: stats }, asOfPoint, statsReportFrom);
      default:
        return report satisfies never;
    }
  } finally {
    progress.end();
  }
}

function reportDifferences(name: string, found: readonly Difference[], consequence: string): number {
  if (found.length === 0) {
    print(`${name}: equal to the fold of the log.`);
    return 0;
  }
  for (const { table, rows, keys } of found)
    print(`${name}: ${rows} rows of ${table} differ, among them ${keys.slice(0, 5).join(', ')}`);
  print(consequence);
  return 1;
}

function halted(name: string, at?: { readonly reason: string; readonly eventId: string }): number {
  print(
    `${name}: stopped before an event it cannot apply${at ? ` (${at.reason}, event ${at.eventId})` : ''}.`,
  );
  return 1;
}

await runToExitCode(main, usage);
