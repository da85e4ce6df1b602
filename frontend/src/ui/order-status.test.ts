import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TradeStatus } from './order-status.tsx';

test('a trade known to have ended is not shown as one to complete or in a dispute', () => {
  for (const status of ['completed', 'cancelled', 'reversed'] as const) {
    const shown = (inCase: boolean, readyToComplete: boolean) =>
      renderToStaticMarkup(createElement(TradeStatus, { trade: { status, inCase, readyToComplete } }));
    expect(shown(false, true)).toBe(shown(false, false));
    expect(shown(true, false)).toBe(shown(false, false));
  }
});
