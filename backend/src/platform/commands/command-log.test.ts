import { sampleEvents, sampleStream } from '@matgyo/event-store/conformance/sample-events';
import type { ReadStreamOptions } from '@matgyo/event-store/event-log';
import { WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { expect, test } from 'vitest';
import { commandLogOn } from './command-log.ts';
import { streamQueueOf } from './stream-queue.ts';
import { systemTiming } from './timing.ts';

const whole = { direction: 'forwards', limit: 10 } as const;

/** A log that notes which reads share a time. */
class NotingLog extends MemoryLog {
  readonly times: unknown[] = [];

  override async readStream(stream: string, options: ReadStreamOptions) {
    this.times.push(options.since);
    return super.readStream(stream, options);
  }
}

test('the reads of a command share a time of its own, until one of its appends fails', async () => {
  const log = new NotingLog();
  const stream = sampleStream();
  const command = commandLogOn(log);
  await command.readStream(stream, whole);
  await command.append(stream, 'no-stream', sampleEvents(1));
  expect(await command.readStream(stream, whole)).toHaveLength(1);
  await expect(command.append(stream, 'no-stream', sampleEvents(1))).rejects.toThrow(WrongExpectedRevision);
  await command.readStream(stream, whole);
  await commandLogOn(log).readStream(stream, whole);
  const [first, second, third, fourth] = log.times;
  expect(first).toBeDefined();
  expect(second).toBe(first);
  expect(new Set([first, third, fourth]).size).toBe(3);
});

test('a command waits in the queues of the log that it writes to', async () => {
  const log = new MemoryLog();
  const wait = { timing: systemTiming, withinMs: 10_000 };
  const before = await streamQueueOf(log).enter('order-1', wait);
  const entered = streamQueueOf(commandLogOn(log)).enter('order-1', wait);
  before.leave();
  expect((await entered).waited).toBe(true);
});
