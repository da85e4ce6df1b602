import { EventLogDenied, EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { expect, test } from 'vitest';
import { faultOf } from './projection-logger.ts';

test('a fault names the right that the event log denied', () => {
  const cause = new EventLogDenied('the user of EVENTSTORE_URL has no right to read $all');
  expect(faultOf(new EventLogUnavailable('none', { cause }))).toBe(
    'EventLogDenied: the user of EVENTSTORE_URL has no right to read $all',
  );
  expect(faultOf(new EventLogUnavailable('none', { cause: new Error('secret') }))).toBe(
    'EventLogUnavailable: the event log is not available',
  );
});
