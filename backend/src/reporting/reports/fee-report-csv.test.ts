import type { FeeReportItem } from '@matgyo/contracts/endpoints/reports';
import type { SignedCheckpoint } from '@matgyo/contracts/proofs';
import type { FeeSummary } from '@matgyo/projections/reports/fee-report';
import { expect, test } from 'vitest';
import { feeReportCsv } from './fee-report-csv.ts';

const row = {
  day: '2026-01-02',
  completedAt: '2026-01-01T15:30:00.000Z',
  tradeId: 'a'.repeat(24),
  sellOrderId: 'b'.repeat(24),
  buyOrderId: 'c'.repeat(24),
  referralCode: '=HYPERLINK("x")',
  sellerNickname: 'mina77',
  buyerNickname: null,
  amount: '200.0000',
  price: '1400',
  krw: '280000',
  feeRate: '0.01',
  feeRule: 'cumulative-v1',
  fee: '2.0000',
  eventId: '00000000-0000-4000-8000-000000000001',
  kind: 'completion',
} as FeeReportItem;

const report = {
  period: { from: '2026-01-01', to: '2026-01-31' },
  referralCode: null,
  totals: { trades: 1, reversals: 0, amount: '200.0000', krw: '280000', fee: '2.0000' },
  feeRules: ['cumulative-v1'],
  projectionVersion: 1,
  asOf: '00000000-0000-4000-8000-000000000001',
  sha256: 'd'.repeat(64),
} as unknown as FeeSummary;

const file = { report, rows: [row], found: null, checkpoint: null };

const lines = (text: string): readonly string[] => text.split('\r\n');

test('begins with a byte order mark, so that Excel in Korean reads UTF-8', async () => {
  expect((await feeReportCsv({ ...file, rows: [] })).charCodeAt(0)).toBe(0xfeff);
});

test('escapes input that a spreadsheet would run as a formula', async () => {
  const [, first] = lines(await feeReportCsv(file));
  expect(first).toContain(`"'=HYPERLINK(""x"")"`);
});

test('ends with the report’s parameters, so that the file shows how to get it again', async () => {
  const text = await feeReportCsv(file);
  expect(lines(text).slice(2)).toEqual([
    '',
    'trades,1',
    'reversals,0',
    'totalAmount,200.0000',
    'totalKrw,280000',
    'totalFee,2.0000',
    'from,2026-01-01',
    'to,2026-01-31',
    'referralCode,All',
    `asOf,${report.asOf}`,
    'feeRules,cumulative-v1',
    'projectionVersion,1',
    `sha256,${report.sha256}`,
    '',
  ]);
});

test('names the signed checkpoint that covers it, after the fingerprint', async () => {
  const statement = {
    sequence: 7,
    madeAt: '2026-02-01T00:00:00.000Z',
    root: 'a'.repeat(64),
    keyId: 'b'.repeat(32),
  };
  const signed = { statement, signature: 'c2ln' } as SignedCheckpoint;
  expect(lines(await feeReportCsv({ ...file, checkpoint: signed })).slice(-6)).toEqual([
    'checkpoint,7',
    `checkpointMadeAt,${statement.madeAt}`,
    `checkpointRoot,${statement.root}`,
    `checkpointKey,${statement.keyId}`,
    'checkpointSignature,c2ln',
    '',
  ]);
});

test('leaves an unknown name empty', async () => {
  expect(lines(await feeReportCsv(file))[1]).toContain(',mina77,,200.0000,');
});

test('is for people in their language, with Korean time, figures as numbers, and the fingerprint', async () => {
  const total = { ...report, period: { from: '1970-01-01', to: '9999-12-31' } };
  const inKorean = lines(await feeReportCsv({ ...file, report: total }, 'ko'));
  expect(inKorean[0]).toContain('날짜,완료 (KST),거래 아이디,');
  expect(inKorean[1]).toContain('2026-01-02,2026-01-02 00:30:00,');
  expect(inKorean[1]).toContain(',mina77,,200.0000,1400,280000,0.01,cumulative-v1,2.0000,');
  expect(inKorean[1]).toMatch(/,거래 완료$/);
  expect(inKorean).toEqual(
    expect.arrayContaining(['수수료 합계 (USDT),2.0000', '시작일,', '종료일,', '추천 코드,모든 코드']),
  );
  expect(inKorean).toContain(`보고서 지문 (SHA-256),${report.sha256}`);
  const inEnglish = lines(await feeReportCsv(file, 'en'));
  expect(inEnglish[0]).toContain('Date,Completed (KST),Trade ID,');
  expect(inEnglish).toEqual(expect.arrayContaining(['Total fee (USDT),2.0000', 'Referral code,All codes']));
});
