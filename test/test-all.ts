/**
 * True in `npm run test:all`, which runs every case of every rule. `npm test` runs fewer: `it.runIf(testAll)` skips a
 * test there, and numbers are smaller.
 */
export const testAll = process.env['TEST_ALL'] === '1';

/** How many callers a race between calls has. Each may wait a few seconds for those before it. */
export const contenders = testAll ? 64 : 16;
