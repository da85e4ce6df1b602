import type { DryRun, DryRunFees } from '@matgyo/projections/reports/fees-dry-run';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';

const figures = ['trades', 'amount', 'charged', 'rehearsed', 'difference'] as const;

/** The dry run as a CSV file like the fee report's, with its fee rule. */
export function dryRunCsv(dryRun: DryRun, nicknames: ReadonlyMap<string, string>): string {
  const { rule, totals, days, codes, members, before, after } = dryRun;
  const line = (by: string, key: string, name: string, fees: DryRunFees) => [
    ...[by, key, name],
    ...figures.map((figure) => String(fees[figure])),
  ];
  const table = [
    ['by', 'key', 'nickname', ...figures],
    ...days.map(({ day, ...fees }) => line('day', day, '', fees)),
    ...codes.map(({ referralCode, ...fees }) => line('code', referralCode ?? '', '', fees)),
    ...members.map(({ memberId, ...fees }) => line('member', memberId, nicknames.get(memberId) ?? '', fees)),
    line('total', '', '', totals),
    [],
    ['rule', JSON.stringify(rule)],
    ['before', before.asOf ?? ''],
    ['after', after.asOf ?? ''],
    ['referralCode', dryRun.referralCode ?? 'All'],
    ['projectionVersion', String(dryRun.projectionVersion)],
    ['sha256', dryRun.sha256],
  ];
  return spreadsheet(table);
}
