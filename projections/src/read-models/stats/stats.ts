import { kstDay } from '@matgyo/contracts/kst';
import { addKrw, addUsdt, type Krw, zeroUsdt } from '@matgyo/contracts/money';
import type { LoggedEvent } from '../../logged-event.ts';
import type { ReadModel } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import { movement, movesNothing } from '../trade-events.ts';
import { type DaysTable, daysTable } from './tables.ts';

type Day = StoredRow<DaysTable>;

/** The dashboard's counts per day in Korea: registrations, and completed trades less the reversals of that day. */
export const stats: ReadModel = {
  name: 'stats',
  version: 1,
  streams: ['trade-', 'member-'],
  ignores: movesNothing,
  tables: [daysTable],
  needs: [{ table: daysTable, keys: (events) => events.map(dayOf) }],
  fold(logged, rows) {
    const day = dayOf(logged);
    const counted = count(rows.get(daysTable, day) ?? nothingOn(day), logged);
    if (counted === undefined) return [];
    rows.put(daysTable, counted);
    return ['stats'];
  },
};

const dayOf = ({ recorded }: LoggedEvent): string => kstDay(recorded.metadata.at);

export const nothingOn = (day: string): Day => ({
  day,
  users: 0,
  trades: 0,
  sales: zeroUsdt,
  buys: zeroUsdt,
  fees: zeroUsdt,
  krw: '0' as Krw,
});

function count(day: Day, logged: LoggedEvent): Day | undefined {
  if (logged.recorded.stream.startsWith('member-'))
    return logged.ledgerEvent.type === 'MemberRegistered' ? { ...day, users: day.users + 1 } : undefined;
  const trade = movement(logged);
  if (trade === undefined) return undefined;
  return {
    ...day,
    trades: day.trades + (trade.kind === 'completion' ? 1 : 0),
    sales: addUsdt(day.sales, trade.amount),
    buys: addUsdt(day.buys, trade.amount),
    fees: addUsdt(day.fees, trade.fee),
    krw: addKrw(day.krw, trade.krw),
  };
}
