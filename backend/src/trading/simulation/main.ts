import { parseArgs } from 'node:util';
import { print } from '@matgyo/projections/program';
import { runToExitCode, WrongUsage } from '@matgyo/projections/program-fault';
import { brokenStepHandlers } from './broken-step-handlers.ts';
import { type SimulationOptions, simulate } from './simulate.ts';

/*
 * npm run simulate -- --seeds 100000 --from 1 [--break release-before-deciding]
 *
 * Runs the matching process with that many seeds. Stops at the first violation with its trace and exit code 1. Runs of
 * one seed are identical on every machine.
 */

const usage = `usage: npm run simulate -- [--seeds <number>] [--from <seed>] [--break ${Object.keys(brokenStepHandlers).join('|')}]`;

/** @throws WrongUsage */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seeds: { type: 'string', default: '1000' },
        from: { type: 'string', default: '1' },
        break: { type: 'string' },
      },
    });
    const [seeds, from] = [Number(values.seeds), Number(values.from)];
    if (!Number.isSafeInteger(seeds) || seeds < 1) throw new Error('--seeds must be a positive integer');
    if (!Number.isSafeInteger(from)) throw new Error('--from must be an integer');
    const stepHandlers = Object.entries(brokenStepHandlers).find(([rule]) => rule === values.break)?.[1];
    if (values.break !== undefined && stepHandlers === undefined)
      throw new Error(`unknown rule: ${values.break}`);
    return { seeds, from, options: stepHandlers === undefined ? {} : { stepHandlers } };
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message}\n${usage}`);
  }
}

async function main(): Promise<number> {
  const { seeds, from, options } = readOptions();
  const begun = performance.now();
  const counts = new Map<string, number>();
  let faults = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const run = await simulate(seed, options);
    for (const type of run.types) counts.set(type, (counts.get(type) ?? 0) + 1);
    faults += run.faults;
    if (run.violation !== undefined) return showViolation(seed, options);
    const tried = seed - from + 1;
    if (tried % 1_000 === 0)
      process.stderr.write(`${tried} of ${seeds} seeds${process.stderr.isTTY ? '\r' : '\n'}`);
  }
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const events = [...counts.values()].reduce((sum, count) => sum + count, 0);
  print(`${seeds} seeds, ${events} events, ${faults} faults, ${seconds} s: every rule held`);
  const ofTypes = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, count]) => `${type} ${count}`);
  print(ofTypes.join(', '));
  return 0;
}

async function showViolation(seed: number, options: SimulationOptions): Promise<number> {
  const { trace, violation } = await simulate(seed, { ...options, traced: true });
  for (const line of trace) print(line);
  print(`seed ${seed}: ${violation}`);
  return 1;
}

await runToExitCode(main, usage);
