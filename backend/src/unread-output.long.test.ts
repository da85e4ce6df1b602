import type { ChildProcess, StdioOptions } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { spawnServer } from './server-process.fixture.ts';

/** Each is a line of the log. More than the buffer holds between a server and a reader that hangs. */
const requests = 1_000;

let server: ChildProcess | undefined;

const dataDir = await mkdtemp(path.join(tmpdir(), 'unread-'));
afterEach(async () => {
  if (server?.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const statusOf = (url: string): Promise<number | string> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    (error: Error) => error.message,
  );

/** The line that states the address may not be readable. Below those that the system gives to other programs. */
async function freePort(): Promise<string> {
  const port = randomInt(16_384, 32_768);
  const listener = net.createServer().listen(port, '127.0.0.1');
  const isFree = await once(listener, 'listening').then(
    () => true,
    () => false,
  );
  listener.close();
  return isFree ? String(port) : freePort();
}

interface Outputs {
  readonly stdio?: StdioOptions;
  /** Readers that go away during the start. */
  readonly closedAtStart?: readonly ('stdout' | 'stderr')[];
  /** Readers that go away while it serves. */
  readonly closedLater?: readonly ('stdout' | 'stderr')[];
}

async function expectToServe({
  stdio = ['ignore', 'pipe', 'pipe'],
  closedAtStart = [],
  closedLater = [],
}: Outputs): Promise<void> {
  const port = await freePort();
  const child = spawnServer(dataDir, { PORT: port }, stdio);
  server = child;
  for (const output of closedAtStart) child[output]?.destroy();
  const url = `http://127.0.0.1:${port}/api/v1/health/ready`;
  await expect.poll(() => statusOf(url), { timeout: 200_000 }).toBe(200);
  for (const output of closedLater) child[output]?.destroy();
  const statuses = new Set<number | string>();
  for (let request = 0; request < requests; request += 1) statuses.add(await statusOf(url));
  expect([...statuses]).toEqual([200]);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}

test.each<Outputs>([
  { closedAtStart: ['stdout'] },
  { closedAtStart: ['stderr'] },
  { closedAtStart: ['stdout', 'stderr'] },
  { closedLater: ['stdout', 'stderr'] },
])('the server serves and stops as usual when the readers of its output go away: %j', expectToServe);

// As `vitest` does not read these pipes, they fill up.
test('the server serves and stops as usual when the reader of its log hangs', () => expectToServe({}));

// Writing to this device fails as on a full disk.
test.skipIf(process.platform !== 'linux')(
  'the server serves and stops as usual when its log is on a full disk',
  () => expectToServe({ stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')] }),
);
