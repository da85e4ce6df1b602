import { parseArgs } from 'node:util';
import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { refuseHalfRestored } from '../half-restored.ts';
import { dataDirOf, interruption, print } from '../program.ts';
import { programFault, runToExitCode, WrongUsage } from '../program-fault.ts';
import { openSources } from '../program-sources.ts';
import { installationSecretIfAny } from '../proofs/sealed-rows.ts';
import { countEvents } from '../read-models/moments/moments.ts';
import { showProgress } from '../replay/progress.ts';
import { awaitedEntries } from './awaited-entries.ts';
import { verifyAuditLog } from './check-audit-log.ts';
import { CheckpointCheck } from './check-checkpoints.ts';
import { verifyGuards } from './check-guards.ts';
import { verifyImageFiles } from './check-image-files.ts';
import { verifyPayoutRows } from './check-payout-rows.ts';
import { verifyPositions } from './check-positions.ts';
import { verifyRoomRows } from './check-room-rows.ts';
import { verifyRooms } from './check-rooms.ts';
import { verifySealedRows } from './check-sealed-rows.ts';
import { verifySignatures } from './check-signatures.ts';
import { StaffCheck } from './check-staff.ts';
import { StatementCheck } from './check-statements.ts';
import { type CheckName, checkNames, type Finding, type Findings } from './finding.ts';
import { loadCheckpoints } from './signed-checkpoints.ts';
import { verifyCaseFile } from './verify-case-file.ts';
import { verifyLog } from './verify-log.ts';
import { verifyReadModels } from './verify-read-models.ts';

const notVouchedFor = 3;

const usage = `usage: npm run verify [-- --case-file FILE [--key ID ...]]

Checks the whole ledger; takes the environment of the server. With --case-file it checks an exported file instead, which
must be signed by one of the keys given, or else by one in DATA_DIR.`;

/**
 * Exit codes: 0 nothing found and everything covered by a signature, 1 something found, 2 wrong usage, 3 nothing found,
 * but something is missing to be sure (docs/operating.md), 130 interrupted, and those of `ProgramFault`.
 */
async function main(): Promise<number> {
  const { 'case-file': caseFile, key: keys } = optionsOf(process.argv.slice(2));
  return caseFile === undefined ? verifyLedger() : verifyCaseFile(caseFile, keys);
}

/** @throws WrongUsage */
function optionsOf(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'case-file': { type: 'string' }, key: { type: 'string', multiple: true } },
    });
    if (values.key === undefined || values['case-file'] !== undefined) return values;
  } catch {
    // An unknown option.
  }
  throw new WrongUsage(usage);
}

async function verifyLedger(): Promise<number> {
  const signal = interruption();
  try {
    await using sources = await openSources(process.env);
    const { log, pool } = sources;
    await refuseHalfRestored(pool);
    const dataDir = dataDirOf(process.env);
    const now = Date.now();
    const signed = await loadCheckpoints(pool, dataDir);
    const { statements } = signed;
    const staff = new StaffCheck();
    const texts = new StatementCheck();
    const progress = showProgress(await countEvents(pool));
    const { events, findings, underWay, lastEvent } = await verifyLog({
      log,
      onProgress: progress.advance,
      signal,
      checkpoints: new CheckpointCheck(signed),
      staff,
      texts,
    }).finally(progress.end);
    const awaited = await awaitedEntries(pool);
    const audit = await verifyAuditLog(pool, statements);
    findings.add(staff.end(audit.naming, awaited));
    const guards = await verifyGuards(pool, { newestAt: statements.at(-1)?.madeAt, now });
    const rooms = await verifyRooms(pool, signed);
    findings.add(await verifyRoomRows(pool));
    findings.add(await verifyPayoutRows(pool));
    findings.add(await texts.end(pool));
    const rowSeals = await verifySealedRows(pool, await installationSecretIfAny(process.env, dataDir));
    const images = await verifyImageFiles(pool, dataDir);
    for (const check of [signed, audit, guards, rooms, rowSeals, images]) findings.add(check.findings);
    if (log.appendScope === 'transaction') {
      findings.add(await verifyPositions(pool));
      findings.add(await verifySignatures(pool));
    }
    const readModels = await verifyReadModels({ log, pool, signal });
    findings.add(readModels.findings);
    printFindings(findings);
    const unvouched = [signed, staff, rowSeals, images, guards, readModels].flatMap(({ notes }) => notes);
    for (const note of unvouched) print(`?      ${note}`);
    for (const finding of underWay) print(`note   ${place(finding)}`);
    print(`${events.toLocaleString('en-US')} events, the last one ${lastEvent ?? 'none'}.`);
    print(coverage(statements, audit.entries));
    print(
      `${rooms.messages.toLocaleString('en-US')} messages in ${rooms.rooms.toLocaleString('en-US')} chat rooms.`,
    );
    print(
      `${rowSeals.rows.toLocaleString('en-US')} rows that are no events, ${rowSeals.asFound.toLocaleString('en-US')} of them as they were found when such rows were first entered.`,
    );
    if (findings.total > 0) return 1;
    return unvouched.length === 0 ? 0 : notVouchedFor;
  } catch (error) {
    if (signal.aborted) {
      print('Interrupted: nothing can be said.');
      return 130;
    }
    const fault = programFault(error);
    if (fault === undefined) throw error;
    process.stderr.write(`${fault.message} Nothing was verified.\n`);
    return fault.code;
  }
}

function printFindings(findings: Findings): void {
  for (const [check, title] of Object.entries(checkNames)) {
    const count = findings.count(check as CheckName);
    print(count === 0 ? `ok     ${title}` : `WRONG  ${title}: ${count}`);
  }
  for (const finding of findings.named) print(`  ${place(finding)}`);
  const unnamed = findings.total - findings.named.length;
  if (unnamed > 0) print(`  and ${unnamed} more`);
}

const coverage = (statements: readonly CheckpointStatement[], entries: number): string => {
  const newest = statements.at(-1);
  const signed =
    newest === undefined
      ? 'none is signed'
      : `${newest.events.toLocaleString('en-US')} are signed by checkpoint ${newest.sequence} of ${newest.madeAt}, key ${newest.keyId}`;
  return `Of the events ${signed}. ${entries.toLocaleString('en-US')} entries in the audit log.`;
};

function place({ what, stream, revision, eventId }: Finding): string {
  const where = [stream && `${stream} revision ${revision}`, eventId && `event ${eventId}`].filter(Boolean);
  return where.length > 0 ? `${what} (${where.join(', ')})` : what;
}

await runToExitCode(main, usage);
