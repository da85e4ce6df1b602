import { describe } from 'vitest';
import { describeAppends } from './conformance/appends.ts';
import { describeTogether } from './conformance/together.ts';
import { MemoryLog } from './memory-log.ts';

describe('the log in memory', () => {
  const log = new MemoryLog();
  const context = { log, underTest: { open: async () => log } };
  describeAppends(context);
  describeTogether(context);
});
