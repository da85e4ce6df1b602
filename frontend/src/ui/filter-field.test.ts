import { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ZodObject } from 'zod';
import { SearchField } from './filter-field.tsx';

test.each(
  Object.entries({
    chatEndpoints,
    inquiryEndpoints,
    memberEndpoints,
    sellOrderEndpoints,
    reportEndpoints,
    tradeEndpoints,
  }),
)('%s take the longest text of a search field, and no longer one', (_, group: object) => {
  const field = createElement(SearchField, { label: '', value: '', onSearch: () => undefined });
  const longest = Number(/maxlength="(\d+)"/i.exec(renderToStaticMarkup(field))?.[1]);
  const searches = Object.values(group).flatMap(({ query }: Endpoint) =>
    query instanceof ZodObject ? (query.shape['search'] ?? []) : [],
  );
  expect(searches).not.toEqual([]);
  for (const search of searches) {
    expect(search.safeParse('x'.repeat(longest)).success).toBe(true);
    expect(search.safeParse('x'.repeat(longest + 1)).success).toBe(false);
  }
});
