import { liveSchema, readCheckpoint } from '../checkpoint.ts';
import { openSources, type ProgramSources } from '../program-sources.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { countEvents } from '../read-models/moments/count-events.ts';
import { compare } from '../replay/compare.ts';
import { showProgress } from '../replay/progress.ts';
import { type CheckName, checkNames, type Finding } from './finding.ts';
import { verifyLog } from './verify-log.ts';

const toldAtMost = 50;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Exit codes: 0 nothing found, 1 something found. */
async function main(): Promise<number> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const sources = await openSources(process.env);
  try {
    const progress = showProgress(await countEvents(sources.pool));
    const { events, findings, lastEvent } = await verifyLog({
      log: sources.log,
      onProgress: progress.passed,
      signal: interrupted.signal,
    });
    progress.end();
    const all = [...findings, ...(await verifyReadModels(sources, interrupted.signal))];
    tell(all);
    print(`${events.toLocaleString('en-US')} events, the last one ${lastEvent ?? 'none'}.`);
    return all.length === 0 ? 0 : 1;
  } finally {
    await sources.close();
  }
}

async function verifyReadModels(
  { log, pool }: ProgramSources,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const model of allReadModels) {
    const checkpoint = await readCheckpoint(pool, liveSchema(model.name));
    if (checkpoint === undefined) continue;
    if (checkpoint.halted !== null)
      findings.push({
        check: 'readModels',
        what: `${model.name} has halted (${checkpoint.halted.reason})`,
        eventId: checkpoint.halted.eventId,
      });
    if (checkpoint.version !== model.version) {
      findings.push({
        check: 'readModels',
        what: `${model.name} was written by version ${checkpoint.version}`,
      });
      continue;
    }
    const found = await compare({ log, pool, model, signal });
    if (found === 'halted') continue;
    for (const { table, keys } of found)
      findings.push({ check: 'readModels', what: `${model.name}.${table} differs in ${keys.join(', ')}` });
  }
  return findings;
}

function tell(findings: readonly Finding[]): void {
  for (const [check, title] of Object.entries(checkNames)) {
    const found = findings.filter((finding) => finding.check === (check as CheckName)).length;
    print(`${found === 0 ? 'ok   ' : 'FOUND'}  ${title}${found === 0 ? '' : `: ${found}`}`);
  }
  for (const { what, stream, revision, eventId } of findings.slice(0, toldAtMost)) {
    const where = [stream && `${stream} revision ${revision}`, eventId && `event ${eventId}`].filter(Boolean);
    print(`  ${what}${where.length > 0 ? ` (${where.join(', ')})` : ''}`);
  }
  if (findings.length > toldAtMost) print(`  and ${findings.length - toldAtMost} more`);
}

process.exitCode = await main();
