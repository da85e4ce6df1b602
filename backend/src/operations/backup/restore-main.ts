import path from 'node:path';
import { liveSchema, readCheckpoints } from '@matgyo/projections/checkpoint';
import { print } from '@matgyo/projections/program';
import { WrongUsage } from '@matgyo/projections/program-fault';
import { installationSecretIfAny } from '@matgyo/projections/proofs/sealed-rows';
import { allReadModels } from '@matgyo/projections/read-models/all-read-models';
import { type Progress, showProgress } from '@matgyo/projections/replay/progress';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { type Installation, PlaceTaken, refuseOtherThanOwner } from './installation.ts';
import { printStatus, runProgram, withInstallation } from './program.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';

const usage = `usage: npm run restore -- [--check] FILE

Restores a backup into an empty installation: the one that the environment of the server describes. --check only reads
the file and says whether it is whole.`;

let hasBegun = false;

async function main(args: readonly string[], signal: AbortSignal): Promise<void> {
  const isCheck = args[0] === '--check';
  const [name, ...more] = isCheck ? args.slice(1) : args;
  if (name === undefined || name.startsWith('-') || more.length > 0) throw new WrongUsage(usage);
  const file = path.resolve(name);
  printStatus('checking the file');
  const backup = await checkBackup(file, signal);
  const { lastEvent, parts } = backup.manifest;
  print(
    `Backup ${backup.fingerprint} of ${backup.manifest.createdAt}, up to event ${lastEvent?.id ?? '(none)'}`,
  );
  if (isCheck) return print('The backup is whole.');

  const events = parts.find(({ part }) => part === 'events')?.lines ?? 0;
  let progress: Progress | undefined;
  const restored = await withInstallation(
    process.env,
    async (installation) => {
      await refuseOtherThanOwner(installation.pool);
      hasBegun = true;
      const secret = await installationSecretIfAny(process.env, installation.dataDir);
      return restoreBackup(installation, backup, {
        sealedRows: secret === undefined ? undefined : createSealedRows(secret),
        file,
        signal,
        onStep: printStatus,
        onProgress: (count) => {
          // Each event is written once and read once.
          progress ??= showProgress(2 * events);
          progress.advance(count);
        },
        rebuildReadModels: () => rebuildReadModels(installation, signal),
      });
    },
    { asOwner: true },
  ).finally(() => progress?.end());
  for (const model of restored.halted)
    printStatus(`The read model ${model} has halted: see "projection halted" in docs/operating.md.`);
  if (restored.membersRemoved > 0)
    printStatus(
      `${restored.membersRemoved} members signed up while the backup was taken and have to sign up again.`,
    );
  print(`Restored: ${events} events, seal ${backup.manifest.seal}`);
  if (backup.manifest.books !== null)
    print(`${backup.manifest.books.trades} completed trades, fee report ${backup.manifest.books.feeReport}`);
}

/** Runs the normal projection runner over the log. */
async function rebuildReadModels({ log, pool }: Installation, signal: AbortSignal) {
  const ending = new AbortController();
  const running = startProjections({ log, pool, signal: AbortSignal.any([signal, ending.signal]) });
  try {
    await running.ready;
    const names = allReadModels.map(({ name }) => name);
    const checkpoints = await readCheckpoints(pool, names.map(liveSchema));
    return names.filter((name) => checkpoints.get(liveSchema(name))?.halted !== null);
  } finally {
    ending.abort();
    await running.finished;
  }
}

await runProgram(usage, main, (error) =>
  hasBegun && !(error instanceof PlaceTaken)
    ? 'The restore is not complete, and nothing may serve from here until it is. The same command goes on; or start over in an empty place.'
    : 'Nothing was changed.',
);
