import { beforeEach, describe, expect, test } from 'vitest';
import type { Trade } from '../../testing/history/trade-history.ts';
import { after, history, setUpReadModels } from '../../testing/read-models.fixture.ts';

setUpReadModels();

describe('the window of a payment step', () => {
  const known = { trades: 1, openKrw: null, windowMinutes: 90 };
  let trade: Trade;
  let others: Trade;
  beforeEach(() => {
    history.price('1400');
    const [buyer, seller] = [history.member(), history.member()];
    const matchOf = (krw: string) =>
      history.match(history.openOrder('sell', seller, krw), history.openOrder('buy', buyer, krw));
    trade = matchOf('140000');
    others = matchOf('280000');
  });
  const window = async () => {
    const [row] = await after(
      `select window_minutes as minutes, window_until as until, overdue, payment::jsonb -> 'window' ->> 'from' as from
       from read_trades.trades where trade_id = '${trade.id}'`,
    );
    const { minutes, until, overdue } = row ?? {};
    const left = until === null ? null : (Number(until) - Date.parse(String(row?.['from']))) / 60_000;
    return { minutes, left, overdue };
  };

  test('is an hour before the first table, and in one without windows', async () => {
    expect(await window()).toEqual({ minutes: 60, left: 60, overdue: false });
    history.levels({ trades: 0, openKrw: null });
    history.markStep(trade);
    expect(await window()).toEqual({ minutes: 60, left: 60, overdue: false });
  });

  test('is fixed when the step begins, by the table and the level of the party that has to mark it', async () => {
    history.levels({ trades: 0, openKrw: null, windowMinutes: 30 }, known);
    history.complete(others);
    expect(await window()).toEqual({ minutes: 60, left: 60, overdue: false });
    history.markStep(trade);
    expect(await window()).toEqual({ minutes: 90, left: 90, overdue: false });
    history.levels({ trades: 0, openKrw: null, windowMinutes: 30 });
    expect(await window()).toEqual({ minutes: 90, left: 90, overdue: false });
    history.takeBackStep(trade);
    expect(await window()).toEqual({ minutes: 30, left: 30, overdue: false });
  });

  test('is that of a lower level for a party who lost more cases than theirs allows', async () => {
    history.levels({ trades: 0, openKrw: null, windowMinutes: 30 }, { ...known, casesLostMost: 0 });
    history.openCase(others);
    for (const _ of history.ruleSteps(others, 'complete'));
    history.markStep(trade);
    expect(await window()).toEqual({ minutes: 30, left: 30, overdue: false });
  });

  test('has no end once it has expired or a case has stopped it, and no length once no step is pending', async () => {
    history.moveWindow(trade, 'expire');
    expect(await window()).toEqual({ minutes: 60, left: null, overdue: true });
    history.openCase(trade);
    expect(await window()).toEqual({ minutes: 60, left: null, overdue: false });
    history.withdrawCase(trade);
    history.markStep(trade);
    history.moveWindow(trade, 'extend');
    history.takeBackStep(trade);
    expect(await window()).toEqual({ minutes: 60, left: 60, overdue: false });
    for (const _ of [1, 2, 3, 4]) history.markStep(trade);
    expect(await window()).toEqual({ minutes: null, left: null, overdue: false });
  });
});
