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

/** The log and one client of it, both available once a test runs. */
export interface ConformanceContext {
  readonly underTest: LogUnderTest;
  readonly log: EventLog;
}

/** The conformance suite of every adapter. `start` creates the log; the suite stops it. */
export function describeEventLog(name: string, start: () => Promise<LogUnderTest>): void {
  describe(name, () => {
    let underTest: LogUnderTest | undefined;
    let log: EventLog | undefined;
    const context: ConformanceContext = {
      get underTest() {
        return started(underTest);
      },
      get log() {
        return started(log);
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

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the log has not been started');
  return value;
}
