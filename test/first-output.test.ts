import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { firstOutput } from './first-output.ts';

const start = (program: string, args: readonly string[]) =>
  spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
const run = (code: string) => start(process.execPath, ['--eval', code]);

test('is what a program writes first, and its errors can still be read', async () => {
  const child = run(
    `console.error('early'); console.log('first'); setTimeout(() => console.log('second'), 100)`,
  );
  expect(await firstOutput(child)).toBe('first\n');
  expect(await text(child.stderr)).toBe('early\n');
});

test('fails at once when the program ends before, or cannot be started', async () => {
  const dead = firstOutput(run(`console.error('no such folder'); process.exitCode = 3`));
  await expect(dead).rejects.toThrow('ended with 3 before its first output: no such folder');
  await expect(firstOutput(run('process.kill(process.pid)'))).rejects.toThrow('ended with SIGTERM');
  await expect(firstOutput(start('/no/such/program', []))).rejects.toThrow('ENOENT');
});
