import type { Rehearsal, RehearsedFees } from '@matgyo/projections/reports/rehearse-fees';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';

const figures = ['trades', 'amount', 'charged', 'rehearsed', 'difference'] as const;

/** The rehearsal as a CSV file like the fee report's, with its fee rule. */
export function rehearsalCsv(rehearsal: Rehearsal, nicknames: ReadonlyMap<string, string>): string {
  const { rule, totals, days, codes, members, before, after } = rehearsal;
  const line = (by: string, key: string, name: string, fees: RehearsedFees) => [
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
    ['referralCode', rehearsal.referralCode ?? 'All'],
    ['projectionVersion', String(rehearsal.projectionVersion)],
    ['sha256', rehearsal.sha256],
  ];
  return spreadsheet(table);
}
