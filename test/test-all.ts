/**
 * True in `npm run test:all`, which runs every case of every rule. `npm test` runs fewer: `it.runIf(testAll)` skips a
 * test there, and numbers are smaller.
 */
export const testAll = process.env['TEST_ALL'] === '1';
