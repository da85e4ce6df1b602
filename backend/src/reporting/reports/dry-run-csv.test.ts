import { expect, test } from 'vitest';
import { feesDryRunCsv } from './dry-run-csv.ts';

const fees = { trades: 1, amount: '100.0000', charged: '1.0000', rehearsed: '0.5000', difference: '-0.5000' };
const dryRun = {
  rule: {},
  days: [],
  codes: [{ referralCode: null, ...fees }],
  members: [],
  totals: fees,
  before: { asOf: null },
  after: { asOf: null },
  referralCode: null,
  projectionVersion: 2,
  sha256: 'd'.repeat(64),
} as unknown as Parameters<typeof feesDryRunCsv>[0];

test.each([
  ['of trades without a code is empty for programs', undefined, 'code,,,1,'],
  ['says so for people, as the page does', 'ko', '추천 코드별,코드 없음,,1,'],
])('the line %s', async (_, language, line) => {
  expect(await feesDryRunCsv(dryRun, language)).toContain(line);
});
