import type { LevelsRehearsal, RehearsedOrders } from '@matgyo/projections/reports/rehearse-levels';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';

const figures = ['orders', 'krw', 'refused', 'refusedKrw'] as const;
const placement = ['orderId', 'side', 'at', 'memberId', 'krw', 'level', 'limitKrw', 'openKrw'] as const;

/** The rehearsal as a CSV file, with its levels. */
export function levelsRehearsalCsv(
  rehearsal: LevelsRehearsal,
  nicknames: ReadonlyMap<string, string>,
): string {
  const { levels, totals, days, byLevel, members, refused, before, after } = rehearsal;
  const line = (by: string, key: string, name: string, sums: RehearsedOrders) => [
    ...[by, key, name],
    ...figures.map((figure) => String(sums[figure])),
  ];
  const table = [
    ['by', 'key', 'nickname', ...figures],
    ...days.map(({ day, ...sums }) => line('day', day, '', sums)),
    ...byLevel.map(({ level, ...sums }) => line('level', String(level), '', sums)),
    ...members.map(({ memberId, ...sums }) => line('member', memberId, nicknames.get(memberId) ?? '', sums)),
    line('total', '', '', totals),
    [],
    [...placement, 'nickname'],
    ...refused.map((order) => [
      ...placement.map((field) => String(order[field] ?? '')),
      nicknames.get(order.memberId) ?? '',
    ]),
    [],
    ['levels', JSON.stringify(levels)],
    ['before', before.asOf ?? ''],
    ['after', after.asOf ?? ''],
    ['sha256', rehearsal.sha256],
  ];
  return spreadsheet(table);
}
