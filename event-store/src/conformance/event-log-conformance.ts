import { afterAll, beforeAll, describe } from 'vitest';
import type { EventLog } from '../event-log.ts';
import { describeAppends } from './appends.ts';
import { describeConcurrency } from './concurrency.ts';
import { describeFollowing } from './following.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { describeOutages } from './outages.ts';
import { describeReads } from './reads.ts';
import { describeStreamNames } from './stream-names.ts';
import { describeTogether } from './together.ts';

/** What the groups of tests get: the log and one client of it, both there once a test runs. */
export interface ConformanceContext {
  readonly underTest: LogUnderTest;
  readonly log: EventLog;
}

/** What every adapter of the port promises. `start` makes the log; the suite stops it. */
export function describeEventLog(name: string, start: () => Promise<LogUnderTest>): void {
  describe(name, () => {
    let underTest: LogUnderTest | undefined;
    let log: EventLog | undefined;
    const context: ConformanceContext = {
      get underTest() {
        return there(underTest);
      },
      get log() {
        return there(log);
      },
    };

    beforeAll(async () => {
      underTest = await start();
      log = await underTest.open();
    });

    afterAll(async () => {
      await log?.close();
      await underTest?.stop();
    });

    describeReads(context);
    describeAppends(context);
    describeTogether(context);
    describeStreamNames(context);
    describeFollowing(context);
    describeConcurrency(context);
    describeOutages(context);
  });
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the log has not been started');
  return value;
}
