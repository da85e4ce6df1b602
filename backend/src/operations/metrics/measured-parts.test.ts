import type { EventLog } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { measuredLog } from './measured-parts.ts';

test('a measured log promises what the log beneath it does, and passes on until when an append is meant', async () => {
  const told: unknown[] = [];
  const beneath: EventLog = Object.assign(new MemoryLog(), {
    append: async (...[, , , options]: Parameters<EventLog['append']>) => {
      told.push(options);
      return { events: [], position: '' as never };
    },
    appendTogether: async (...[, options]: Parameters<EventLog['appendTogether']>) => {
      told.push(options);
      return [];
    },
  });
  const log = measuredLog(beneath, new Registry());
  await log.append('order-1', 'no-stream', [], { validUntil: '2026-01-02T03:04:05.678Z' });
  await log.appendTogether([], { unchanged: [] });
  expect(told).toEqual([{ validUntil: '2026-01-02T03:04:05.678Z' }, { unchanged: [] }]);
  expect(log.capabilities).toEqual(beneath.capabilities);
});
