import type { DryRunOrders, LevelsDryRun } from '@matgyo/projections/reports/levels-dry-run';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';

const figures = ['orders', 'krw', 'refused', 'refusedKrw'] as const;
const placement = ['orderId', 'side', 'at', 'memberId', 'krw', 'level', 'limitKrw', 'openKrw'] as const;

/** The dry run as a CSV file, with its levels. */
export function levelsDryRunCsv(dryRun: LevelsDryRun, nicknames: ReadonlyMap<string, string>): string {
  const { levels, totals, days, byLevel, members, refused, before, after } = dryRun;
  const line = (by: string, key: string, name: string, sums: DryRunOrders) => [
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
    ['sha256', dryRun.sha256],
  ];
  return spreadsheet(table);
}
