import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownIdentity } from '@matgyo/event-store/embedded-postgres/process-identity';
import { expect, test } from 'vitest';
import { sweep } from './run-folder.ts';

test('removes the folder of a killed run, and keeps those of running ones and others', async () => {
  const temporary = await mkdtemp(path.join(tmpdir(), 'sweep-'));
  const { pid, startTicks = '0' } = ownIdentity();
  const living = `matgyo-test-${pid}-${startTicks}-abcdef`;
  const reusedProcessId = `matgyo-test-${pid}-1-abcdef`;
  for (const name of [living, reusedProcessId, 'matgyo-test-2147483647-1-abcdef', 'matgyo-test-results']) {
    await mkdir(path.join(temporary, name, 'postgres'), { recursive: true });
  }
  await sweep(temporary);
  expect((await readdir(temporary)).sort()).toEqual([living, 'matgyo-test-results'].sort());
  await rm(temporary, { recursive: true });
});
