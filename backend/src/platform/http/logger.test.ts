import { type IOType, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const programs = '@matgyo/projections/program';
const program = `
  const { createLogger } = await import(${JSON.stringify(path.join(import.meta.dirname, 'logger.ts'))});
  const { goOnWithoutOutput } = await import(${JSON.stringify(programs)});
  goOnWithoutOutput();
  const logger = createLogger('info');
  const begun = performance.now();
  for (let line = 0; line < 1_000; line++) {
    logger.info('x'.repeat(5_000));
    if (line % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const kept = process.stderr.writableLength;
  logger.fatal('last');
  console.log(JSON.stringify({ ms: performance.now() - begun, kept }));
  process.exit(3);`;

/** Runs it with this standard error, of which nothing is read. */
async function run(stderr: IOType | number) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', stderr],
    cwd: import.meta.dirname,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  const [[line], [code]] = await Promise.all([once(lines, 'line'), exited]);
  return { code, ...(JSON.parse(line) as { ms: number; kept: number }) };
}

test('a reader of the log that hangs neither blocks nor holds up the program; lines beyond a megabyte are dropped', async () => {
  const { code, ms, kept } = await run('pipe');
  expect(code).toBe(3);
  expect(ms).toBeLessThan(5_000);
  expect(kept).toBeGreaterThan(900_000);
  expect(kept).toBeLessThan(1_100_000);
});

// Writing to this device fails as on a full disk.
test.skipIf(process.platform !== 'linux')(
  'a log that cannot be written neither ends nor hangs the program',
  async () => {
    expect(await run(openSync('/dev/full', 'w'))).toMatchObject({ code: 3 });
  },
);
