import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { type CallCost, costTable } from './calls.ts';

/** One row of the table: a figure and its reference, measured in the same run. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  readonly referenceWhat: string;
  /** The least and greatest ratio, if both were measured alternately. */
  readonly ratios?: readonly [number, number];
  /** p50 and p99 in milliseconds, if single operations were timed. */
  readonly latency?: { readonly p50: number; readonly p99: number };
}

const round = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, unit, ours, reference, referenceWhat, latency, ratios }) =>
    [
      what,
      `${round(ours)} ${unit}`,
      latency === undefined ? '' : `${round(latency.p50)} / ${round(latency.p99)}`,
      referenceWhat,
      `${round(reference)} ${unit}`,
      `${(ours / reference).toFixed(2)}${ratios === undefined ? '' : ` (${ratios.map((ratio) => ratio.toFixed(2)).join('–')})`}`,
    ].join(' | '),
  );
  return [
    '| what | ours | p50 / p99 ms | reference, same run | reference figure | ours ÷ reference |',
    '|---|---:|---:|---|---:|---:|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

export async function writeReport(
  file: string,
  { figures, costs }: { readonly figures: readonly Figure[]; readonly costs: readonly CallCost[] },
  versions: string,
): Promise<void> {
  const before = await readFile(file, 'utf8');
  const meaning = before.slice(before.indexOf('## What each line means'));
  const cpus = os.cpus();
  const text = `# Benchmarks

Written by \`npm run bench\`. Every figure is beside a reference of the same run on the same machine; the ratio means more.

- machine: ${cpus.length} × ${cpus[0]?.model ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.platform()} ${os.arch()}
- software: ${versions}
- other programs: load average ${os.loadavg()[2]?.toFixed(1)} over the quarter of an hour before the end
- day: ${new Date().toISOString().slice(0, 10)}

${table(figures)}

## What one call costs the database

Until everything that follows from the call is done: statements beyond those of an idle server, give or take three; transactions that
wrote; bytes of write-ahead log. Orders, approvals and matches carry an idempotency key. One statement and one commit of each
command write the later read models; commands of the same 30 ms share them.

${costTable(costs)}

${meaning}`;
  await writeFile(file, text);
}
