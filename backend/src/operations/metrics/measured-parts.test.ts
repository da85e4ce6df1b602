import type { EventLog } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { measuredLog } from './measured-parts.ts';

test("has the append scope of the measured log and passes on an append's deadline", async () => {
  const received: unknown[] = [];
  const innerLog: EventLog = Object.assign(new MemoryLog(), {
    append: async (...[, , , options]: Parameters<EventLog['append']>) => {
      received.push(options);
      return { events: [], position: '' as never };
    },
    appendTogether: async (...[, options]: Parameters<EventLog['appendTogether']>) => {
      received.push(options);
      return [];
    },
  });
  const log = measuredLog(innerLog, new Registry());
  await log.append('order-1', 'no-stream', [], { validUntil: '2026-01-02T03:04:05.678Z' });
  await log.appendTogether([], { unchanged: [] });
  expect(received).toEqual([{ validUntil: '2026-01-02T03:04:05.678Z' }, { unchanged: [] }]);
  expect(log.appendScope).toBe(innerLog.appendScope);
});
