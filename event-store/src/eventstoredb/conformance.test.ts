import { describe, test } from 'vitest';
import { describeEventLog } from '../conformance/event-log-conformance.ts';
import { createEventStoreDbEventLog } from './eventstoredb-event-log.ts';
import { findServerProgram, startLocalServer } from './server.fixture.ts';

const url = process.env['EVENTSTORE_URL'];
const program = findServerProgram();

const open = (connectionString: string, deadlineMs = 6_000) =>
  Promise.resolve(createEventStoreDbEventLog({ connectionString, deadlineMs }));

if (url) {
  const { hostname, port } = new URL(url.replace(/^[^:]+/, 'http'));
  describeEventLog('the EventStoreDB log at EVENTSTORE_URL', async () => ({
    open: ({ throughPort, deadlineMs } = {}) =>
      open(throughPort ? url.replace(`${hostname}:${port}`, `127.0.0.1:${throughPort}`) : url, deadlineMs),
    address: { host: hostname, port: Number(port) },
    pristine: false,
    stop: async () => {},
  }));
} else if (program) {
  describeEventLog('the EventStoreDB log', async () => {
    const server = await startLocalServer(program);
    return {
      open: ({ throughPort, deadlineMs } = {}) =>
        open(
          server.connectionString.replace(String(server.port), String(throughPort ?? server.port)),
          deadlineMs,
        ),
      address: { host: '127.0.0.1', port: server.port },
      pristine: true,
      stop: server.stop,
    };
  });
} else {
  describe('the EventStoreDB log', () => {
    test('fulfils the conformance suite', ({ skip }) => {
      skip(
        'no EVENTSTORE_URL is set and no program kurrentdb is on the PATH; with either the whole suite runs',
      );
    });
  });
}
