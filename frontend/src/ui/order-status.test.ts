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

test('a trade in a dispute has a sign and a colour of its own', () => {
  const signOf = (status: 'matched' | 'completed', inCase: boolean) => {
    const trade = { status, inCase, readyToComplete: false };
    const shown = renderToStaticMarkup(createElement(TradeStatus, { trade }));
    return [/<svg.*<\/svg>/.exec(shown)?.[0], /text-(?!small)\w+/.exec(shown)?.[0]] as const;
  };
  const [sign, colour] = signOf('matched', true);
  for (const status of ['matched', 'completed'] as const) {
    const [otherSign, otherColour] = signOf(status, false);
    expect(sign).not.toBe(otherSign);
    expect(colour).not.toBe(otherColour);
  }
  expect(colour).toBe('text-rejected');
});
