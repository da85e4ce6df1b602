import path from 'node:path';
import { givenVariables, print } from '@matgyo/projections/program';
import { WrongUsage } from '@matgyo/projections/program-fault';
import { countEvents } from '@matgyo/projections/read-models/moments/moments';
import { showProgress } from '@matgyo/projections/replay/progress';
import { createDatabase } from '../../platform/database/database.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { WrittenArchive } from './archive-writer.ts';
import { createBackup } from './create-backup.ts';
import type { Installation } from './installation.ts';
import type { Manifest } from './manifest.ts';
import { printStatus, runProgram, softwareVersion, withInstallation } from './program.ts';

const usage = `usage: npm run backup -- FILE

Writes everything but keys and sessions to FILE, also while the server runs. Takes the environment of the server.`;

let written: string | undefined;

async function main(args: readonly string[], signal: AbortSignal): Promise<void> {
  const [name, ...more] = args;
  if (name === undefined || name.startsWith('-') || more.length > 0) throw new WrongUsage(usage);
  const file = path.resolve(name);
  const environment = givenVariables(process.env);
  await withInstallation(environment, async (installation) => {
    const progress = showProgress(await countEvents(installation.pool));
    const { manifest, fingerprint } = await createBackup(installation, {
      file,
      eventLog: environment['EVENTSTORE_URL'] === undefined ? 'postgres' : 'eventstoredb',
      software: await softwareVersion(),
      signal,
      onProgress: progress.advance,
    }).finally(progress.end);
    written = file;
    if (manifest.photosWithoutFile > 0)
      printStatus(
        `${manifest.photosWithoutFile} photos are not in it: their files were swept meanwhile, or are not in ${installation.dataDir}/images.`,
      );
    for (const line of summaryOf(manifest)) print(line);
    print(`Fingerprint ${fingerprint}`);
    print(`Written to ${file}`);
    await recordBackup(installation, { manifest, fingerprint });
  });
}

const recordBackup = ({ pool }: Installation, { manifest, fingerprint }: WrittenArchive): Promise<void> =>
  recordAudit(createDatabase(pool), {
    action: 'backup-made',
    actor: null,
    subjectId: manifest.lastEvent?.id ?? null,
    requestId: null,
    details: { fingerprint },
  });

/** The backup's contents, for the operator. */
function* summaryOf({ parts, lastEvent, seal, books }: Manifest): Generator<string> {
  for (const { part, lines } of parts) yield `${String(lines).padStart(12)}  ${part}`;
  if (lastEvent !== null) yield `Last event ${lastEvent.id} of ${lastEvent.at}`;
  yield `Seal of the log ${seal}`;
  if (books !== null) yield `${books.trades} completed trades, fee report ${books.feeReport}`;
}

await runProgram(usage, main, () =>
  written === undefined
    ? 'No backup was written.'
    : 'The backup is whole, but has no entry in the audit log.',
);
