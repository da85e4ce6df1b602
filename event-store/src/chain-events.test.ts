import { expect, test } from 'vitest';
import { chainEvents } from './chain-events.ts';
import { sampleEvent } from './conformance/sample-events.ts';
import { InvalidAppend } from './event-log-errors.ts';

test('refuses data that JSON would change as an invalid append', () => {
  expect(() => chainEvents('order-1', 'no-stream', [sampleEvent({ fee: undefined })])).toThrow(InvalidAppend);
});
