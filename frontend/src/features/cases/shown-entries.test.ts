import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { expect, test } from 'vitest';
import { entriesFor } from './shown-entries.ts';

const shown = (as: CaseView['as'], ...types: readonly string[]) => {
  const timeline = types.map((type) => ({ _id: type, type })) as CaseView['timeline'];
  return entriesFor({ as, timeline }).map(({ entry, shownAs }) => `${entry.type} as ${shownAs}`);
};

test('members see a decision that was carried out as one entry, with its end’s name', () => {
  for (const as of ['sell', 'buy'] as const) {
    expect(shown(as, 'CaseRuled', 'TradeCompleting', 'TradeCompleted')).toEqual([
      'CaseRuled as CaseRuled',
      'TradeCompleting as TradeCompleted',
    ]);
    expect(shown(as, 'TradeCancelling', 'TradeCancelled')).toEqual(['TradeCancelling as TradeCancelled']);
  }
});

test('members see a decision that is still being carried out', () => {
  expect(shown('sell', 'TradeCompleting')).toEqual(['TradeCompleting as TradeCompleting']);
});

test('admins see every event', () => {
  expect(shown('admin', 'TradeCompleting', 'TradeCompleted')).toEqual([
    'TradeCompleting as TradeCompleting',
    'TradeCompleted as TradeCompleted',
  ]);
});
