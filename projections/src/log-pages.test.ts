import { logStart } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { expect, test, vi } from 'vitest';
import { logPages } from './log-pages.ts';

test('reads nothing once it is interrupted', async () => {
  const log = new MemoryLog();
  const reads = vi.spyOn(log, 'readAll');
  const pages = logPages(log, { after: logStart, size: 10, signal: AbortSignal.abort() });
  await expect(pages.next()).rejects.toThrow('aborted');
  expect(reads).not.toHaveBeenCalled();
});
