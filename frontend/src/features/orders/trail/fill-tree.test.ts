import type { Usdt } from '@matgyo/contracts/money';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Match } from '../matches.ts';
import { FillTree } from './fill-tree.tsx';

test('of a match completed in part, the won of the part are not shown beside the amount reserved before', () => {
  const match = { amount: '60.0000', krw: '84000', caseId: null, status: 'completed' } as Match;
  const shown = (amount: string) => {
    const fill = { tradeId: 'a', amount: amount as Usdt, status: 'matched', fee: null, place: 3 } as const;
    const tree = createElement(FillTree, {
      fills: [fill],
      open: '0.0000' as Usdt,
      matches: new Map([['a', match]]),
      isNow: false,
      sells: false,
      onPlace: () => {},
      disputes: '/disputes',
    });
    return renderToStaticMarkup(createElement(MemoryRouter, null, tree));
  };
  expect(shown('60.0000')).toContain('84,000');
  expect(shown('100.0000')).not.toContain('84,000');
});
