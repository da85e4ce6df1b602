import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { unitsOf } from '@matgyo/ledger/oracle/units';

/** One day in Korea, in integers: ten-thousandths of a USDT, and won. */
interface Day {
  users: number;
  trades: number;
  sales: bigint;
  fees: bigint;
  won: bigint;
}

/** The oracle of the daily sums of a log; it shares no code with the read models it checks. */
export function daysOracle(events: readonly RecordedEvent[]): ReadonlyMap<string, Day> {
  const days = new Map<string, Day>();
  for (const { type, data, metadata } of events) {
    if (type !== 'MemberRegistered' && type !== 'TradeCompleted' && type !== 'TradeReversed') continue;
    const name = new Date(Date.parse(metadata.at) + 32_400_000).toISOString().slice(0, 10);
    const day = days.get(name) ?? { users: 0, trades: 0, sales: 0n, fees: 0n, won: 0n };
    days.set(name, day);
    if (type === 'MemberRegistered') {
      day.users += 1;
      continue;
    }
    const { amount, fee, krw } = data as Readonly<Record<'amount' | 'fee' | 'krw', string>>;
    const sign = type === 'TradeCompleted' ? 1n : -1n;
    if (type === 'TradeCompleted') day.trades += 1;
    day.sales += sign * unitsOf(amount);
    day.fees += sign * unitsOf(fee);
    day.won += sign * BigInt(krw);
  }
  return days;
}
