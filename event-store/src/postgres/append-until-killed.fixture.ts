import type pg from 'pg';
import { sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import type { StreamAppend } from '../event-log.ts';
import { WrongExpectedRevision } from '../event-log-errors.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';

/**
 * For the tests with kill -9: appends to the given log, eight at once in one group, one of which conflicts, until it is
 * killed. Prints each group before sending it, and the events of each append once it is acknowledged.
 */
const [, , connection = '{}'] = process.argv;
const log = await createPostgresEventLog({ connection: JSON.parse(connection) as pg.ClientConfig });
const begin = (events: number): StreamAppend => ({
  stream: sampleStream('killed'),
  expected: 'no-stream',
  events: sampleEvents(events),
});
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const taken = begin(1);
await log.appendTogether([taken]);
for (;;) {
  const group = Array.from({ length: 8 }, (_, index) =>
    index === 3 ? [begin(1), { ...taken, events: sampleEvents(1) }] : [begin(2), begin(1)],
  );
  print({ sent: group });
  await Promise.all(
    group.map((appends) =>
      log.appendTogether(appends).then(
        () => print({ acknowledged: appends.flatMap(({ events }) => events.map(({ id }) => id)) }),
        // If the server is killed first, this process ends too.
        (error) => error instanceof WrongExpectedRevision || process.exit(),
      ),
    ),
  );
}
