import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { asLines, dataDirOf, interruption } from '@matgyo/projections/program';
import { programFault, runToExitCode } from '@matgyo/projections/program-fault';
import { openSources } from '@matgyo/projections/program-sources';
import type { Installation } from './installation.ts';

/** Opens the log and the database of the server with this environment while `work` runs. `asOwner`: to make tables anew. */
export async function withInstallation<T>(
  environment: NodeJS.ProcessEnv,
  work: (installation: Installation) => Promise<T>,
  { asOwner = false } = {},
): Promise<T> {
  await using sources = await openSources(environment, { asOwner });
  return await work({ ...sources, dataDir: dataDirOf(environment) });
}

export async function softwareVersion(): Promise<string> {
  const file = path.join(import.meta.dirname, '../../../../package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

export const printStatus = (text: string): void => void process.stderr.write(`${asLines(text)}\n`);

/**
 * Runs a program until it ends or is interrupted. Exit codes: 0 done, 1 failed, 130 interrupted, and those of
 * `ProgramFault`. `afterwards` describes what a program that did not finish leaves behind.
 */
export const runProgram = (
  usage: string,
  run: (args: readonly string[], signal: AbortSignal) => Promise<void>,
  afterwards: (error: unknown) => string,
): Promise<void> =>
  runToExitCode(async () => {
    const signal = interruption();
    try {
      await run(process.argv.slice(2), signal);
      return 0;
    } catch (error) {
      const fault = programFault(error);
      if (signal.aborted) printStatus('Interrupted.');
      else printStatus(fault?.message ?? String((error as Error).stack ?? error));
      printStatus(afterwards(error));
      return signal.aborted ? 130 : (fault?.code ?? 1);
    }
  }, usage);
