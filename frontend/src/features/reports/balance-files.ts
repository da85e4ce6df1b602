import type { reportPaths } from '@matgyo/contracts/paths/reports';
import type { TFunction } from 'i18next';
import type { AnswerOf } from '../../api/call.ts';
import { csvOf } from '../../format/csv.ts';

export type TrialBalance = AnswerOf<typeof reportPaths.trialBalance>;

export const accounts = ['seller', 'buyer', 'platform'] as const;

export const amountOf = (
  data: Pick<TrialBalance, 'accounts'>,
  account: (typeof accounts)[number],
  currency: 'USDT' | 'KRW',
): string =>
  data.accounts.find((each) => each.account === account && each.currency === currency)?.amount ?? '0';

/** The trial balance as CSV for programs, ending with the values that identify it. */
export const balanceFile = (data: TrialBalance): Blob =>
  csvOf([
    ['account', 'currency', 'amount'],
    ...data.accounts.map(({ account, currency, amount }) => [account, currency, amount]),
    [],
    ['totalUSDT', data.totals.USDT],
    ['totalKRW', data.totals.KRW],
    ['trades', String(data.trades)],
    ['reversals', String(data.reversals)],
    ['asOf', data.asOf ?? ''],
    ['feeRules', data.feeRules.join(' ')],
    ['projectionVersion', String(data.projectionVersion)],
    ['sha256', data.sha256],
  ]);

/** The same for people, as on the page. */
export const balanceFileIn = (t: TFunction, data: TrialBalance): Blob =>
  csvOf([
    [t('balance.account'), 'USDT', t('balance.won')],
    ...accounts.map((account) => [
      t(`balance.accounts.${account}`),
      amountOf(data, account, 'USDT'),
      amountOf(data, account, 'KRW'),
    ]),
    [t('balance.sum'), data.totals.USDT, data.totals.KRW],
    [],
    [t('transactions.trades'), String(data.trades)],
    [t('reversal.line'), String(data.reversals)],
    [t('report.upToEvent'), data.asOf ?? ''],
    [
      t('report.version', { version: data.projectionVersion }),
      t('report.feeRules', { rules: data.feeRules.join(' ') }),
    ],
    [t('balance.fingerprint'), data.sha256],
  ]);
