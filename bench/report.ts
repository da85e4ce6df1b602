import { writeFile } from 'node:fs/promises';
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
  const cpus = os.cpus();
  const text = `# Benchmarks

Measured by \`npm run bench\`, which writes this page. Every figure stands beside a reference that was measured in the
same run on the same machine; the ratio means more than the figure.

- machine: ${cpus.length} × ${cpus[0]?.model ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.platform()} ${os.arch()}
- software: ${versions}
- other programs: load average ${os.loadavg()[2]?.toFixed(1)} over the quarter of an hour before the end
- day: ${new Date().toISOString().slice(0, 10)}

${table(figures)}

## What one call costs the database

Counted on an otherwise idle server, until everything that follows from the call is done: statements the program sends, beyond
those it sends when idle; transactions that wrote; bytes of write-ahead log. Orders, approvals and matches carry an idempotency key.

${costTable(costs)}

## What each line means

- **append**: 16 writers, each appending to streams of its own through the event log's port (hash chain included), with
  commits on disk; ours and the reference take turns, the ratios in brackets are the least and the greatest of a turn.
  Reference: the same rows inserted by 16 clients with plain SQL into a table with the same indexes,
  no version check, no chain.
- **replay of fees**: the fee read model rebuilt from an empty schema. Reference: reading the same events through the
  port and doing nothing with them.
- **rehearsal of another fee rule**: every completed trade under a rule with two tiers and a minimum, added up by day, code and
  member, with its fingerprint. Reference: the trades that the replay of fees comes past in the same time.
- **place an order**: \`POST /api/v1/sell\` over HTTP by 16 clients, answered when the event is durable and visible.
  Reference: a hand-written Koa and pg endpoint that checks the token's signature, then writes the order, an audit row and a
  statistics row in one transaction. With key and wallet, as the web client places a sell order, it also keeps the answer
  under the key, and the wallet.
- **a whole life at 100 requests/s**: two orders placed, approved, matched and completed by six calls, one after the
  other; lives begin on time whatever became of those before, and their time counts from then. Reference: a hand-written
  server, each call one transaction that also writes an audit row and a statistics row.
- **a whole life, the lists, with 1,000,000 orders**: the same calls one after the other in a small and a large ledger of two
  thousand members, most orders waiting, a third on sale. The middle of 60 lives and of 30 looks at each list.
- **chat message**: from sending over a socket until the number is acknowledged, the message being on disk, with its hash,
  its room's row and its sender's read mark. Reference: the same client at a bare
  Socket.IO that acknowledges after one committed INSERT.
- **price set until a socket is told**: from sending the call until \`changed\` reaches a visitor's socket. Reference: the
  call's own answer.
- **price set, order approved, until a screen shows it**: from an admin's call until a real browser has drawn the frame with
  the new value, on the landing page and in a member's history; a socket tells, the page fetches. The page's clock is
  compared with the caller's after each change. Reference: a server without a database that pushes the value itself to a
  page that writes it, drawn by the same browser, so that both wait for the next frame.
- **on a slow phone**: a processor a quarter as fast as this one's, 1.6 Mbit/s, 150 ms there and back, nothing cached. Until the
  largest thing of the page is painted (wanted: 2,500 ms; layout shift 0.1), and from a key or a touch to the next frame (wanted:
  100 ms). Reference: a page of one headline and one field.
- **append to visible**: from the moment an append is sent until its order can be read from the read model, one at a
  time. Reference: one plain committed insert on the same server.
`;
  await writeFile(file, text);
}
