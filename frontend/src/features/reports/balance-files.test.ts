import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import general from '../../i18n/texts/index.ts';
import staff from '../../i18n/texts/staff/index.ts';
import { textsIn } from '../../i18n/texts-in.ts';
import { balanceFile, balanceFileIn, type TrialBalance } from './balance-files.ts';

const balance = {
  accounts: [
    { account: 'buyer', currency: 'USDT', amount: '100.0000' },
    { account: 'platform', currency: 'USDT', amount: '1.0000' },
    { account: 'seller', currency: 'KRW', amount: '140000' },
    { account: 'seller', currency: 'USDT', amount: '-101.0000' },
    { account: 'buyer', currency: 'KRW', amount: '-140000' },
  ],
  totals: { USDT: '0.0000', KRW: '0' },
  trades: 1,
  reversals: 0,
  asOf: '00000000-0000-4000-8000-000000000001',
  feeRules: ['cumulative-v1'],
  projectionVersion: 2,
  sha256: 'd'.repeat(64),
} as unknown as TrialBalance;

const linesOf = async (file: Blob) => (await file.text()).trimEnd().split('\r\n');

test('the file for programs has the names of the fields, one amount a line, and the fingerprint', async () => {
  const lines = await linesOf(balanceFile(balance));
  expect(lines.slice(0, 2)).toEqual(['account,currency,amount', 'buyer,USDT,100.0000']);
  expect(lines.slice(-3)).toEqual([
    'feeRules,cumulative-v1',
    'projectionVersion,2',
    `sha256,${balance.sha256}`,
  ]);
});

test('the file for people is the table of the page in their language, with the same fingerprint', async () => {
  const texts = i18next.createInstance();
  await texts.init({
    resources: { ko: { translation: { ...textsIn('ko', general), ...textsIn('ko', staff) } } },
    lng: 'ko',
  });
  const lines = await linesOf(balanceFileIn(texts.t as TFunction, balance));
  expect(lines.slice(0, 5)).toEqual([
    '계정,USDT,원화',
    '판매자 전체,-101.0000,140000',
    '구매자 전체,100.0000,-140000',
    '플랫폼,1.0000,0',
    '합계,0.0000,0',
  ]);
  expect(lines.at(-1)).toBe(`이 시산표의 지문,${balance.sha256}`);
});
