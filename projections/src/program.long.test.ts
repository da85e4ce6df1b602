import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const pipes: StdioOptions = ['ignore', 'pipe', 'pipe'];

function start(args: readonly string[], stdio = pipes) {
  const child = spawn(process.execPath, args, { stdio });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
  const errors = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  return { child, ended: Promise.all([exited.then(([code]) => code), errors]) };
}

const moduleUrl = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
/** A program that does this. */
const program = (work: string) => [
  '--input-type=module',
  '--eval',
  `const { interruption, print } = await import(${moduleUrl('program.ts')});
   const { runToExitCode } = await import(${moduleUrl('program-fault.ts')});
   await runToExitCode(async () => { ${work} });`,
];
const printing = program(`for (let line = 0; line < 3; line++) print('a line'); return 0;`);

test('a program whose reader has gone, as in "| head -1", says by its exit code what it found, and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'case-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'case-file.json');
  await writeFile(file, '{}');
  const verify = start([path.join(import.meta.dirname, 'verify/main.ts'), '--case-file', file]);
  verify.child.stdout?.destroy();
  expect(await verify.ended).toEqual([1, '']);
  const whole = start(printing);
  whole.child.stdout?.destroy();
  expect(await whole.ended).toEqual([0, '']);
});

// Writing to this device fails as on a full disk.
test.skipIf(process.platform !== 'linux')(
  'a program that cannot write its output says so once and exits with 1',
  async () => {
    const { ended } = start(printing, ['ignore', openSync('/dev/full', 'w'), 'pipe']);
    expect(await ended).toEqual([
      1,
      'The output could not be written: ENOSPC: no space left on device, write.\n',
    ]);
  },
);

test('a program whose reader hangs waits for it, but not after SIGTERM', async () => {
  const { child, ended } = start(
    program(`interruption(); print('x'.repeat(10_000_000)); process.stderr.write('printed'); return 0;`),
  );
  await once(child.stderr as NonNullable<typeof child.stderr>, 'data');
  await expect(
    Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))]),
  ).resolves.toBe('waits');
  child.kill('SIGTERM');
  expect(await ended).toEqual([130, 'printed']);
});

test('a program that is interrupted twice ends at once, and says so by its exit code', async () => {
  const { child, ended } = start(
    program(
      `interruption(); process.stderr.write('works'); await new Promise((done) => setTimeout(done, 600_000));`,
    ),
  );
  await once(child.stderr as NonNullable<typeof child.stderr>, 'data');
  child.kill('SIGINT');
  // One that follows at once is the same, passed on by npm: also the next, where the first is noticed late.
  const again = setInterval(() => child.kill('SIGINT'), 1_200);
  onTestFinished(() => clearInterval(again));
  expect(await ended).toEqual([130, 'works']);
});
