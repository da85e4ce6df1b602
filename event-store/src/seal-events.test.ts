import { expect, test } from 'vitest';
import { sampleEvent } from './conformance/sample-events.ts';
import { InvalidAppend } from './event-log-errors.ts';
import { sealEvents } from './seal-events.ts';

test('refuses data that JSON would change as an invalid append', () => {
  expect(() => sealEvents('order-1', 'no-stream', [sampleEvent({ fee: undefined })])).toThrow(InvalidAppend);
});
