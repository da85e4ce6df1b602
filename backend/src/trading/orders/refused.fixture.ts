import { type ErrorCode, errorTextOf } from '@matgyo/contracts/errors/index';
import { expect } from 'vitest';
import type { ApiCall } from '../../../../test/api-call.ts';
import type { Person, TestServer } from '../../../../test/server.ts';
import type { Market } from './market.fixture.ts';

/** A call and its refusal. */
export interface Refused {
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  /** The specification's text, if it has one. */
  readonly message?: string;
  readonly details?: object;
  readonly call: (language: 'ko' | 'en') => readonly [method: string, path: string, call: ApiCall];
}

/** An ID of nothing. */
export const unusedId = 'f'.repeat(24);

/** A number with a hundred decimals. */
export const hundredDecimals = `0.${'1'.repeat(100)}`;

/** Tables to which such calls write rows besides their events. */
const tables = ['order_wallets', 'commands', 'case_statements', 'images', 'transaction_signatures'];

/**
 * Everything that a refused call could leave behind: the last event caused by a person, and the row counts of these
 * tables. Events of the program are ignored: it may still be finishing work of earlier tests.
 */
export async function traces(server: TestServer): Promise<unknown> {
  const counts = tables.map((table) => `(select count(*) from app.${table}) ${table}`);
  const { rows } = await server.pool.query(
    `select ${counts.join(', ')}, (
       select id from event_log.events where metadata ->> 'actorRole' <> 'system' order by position desc limit 1
     ) as last_event`,
  );
  return rows;
}

/** Makes the call in both languages and checks status, code, text, details, and that nothing was left behind. */
export async function expectRefused(server: TestServer, refused: Refused): Promise<void> {
  const { status, code, message, details, call } = refused;
  const before = await traces(server);
  for (const language of ['ko', 'en'] as const) {
    const [method, path, { body, ...more }] = call(language);
    const answer = await server.request(method, path, {
      language,
      ...more,
      ...(method !== 'GET' && more.form === undefined && { body: body as object }),
    });
    const text = errorTextOf(code);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.error).toBe(text[language]);
    expect(answer.body.message).toBe(message ?? text.en);
    if (details !== undefined) expect(answer.body.details).toMatchObject(details);
  }
  expect(await traces(server)).toEqual(before);
}

/** Open orders of two members, a pending one, and a matched and a completed pair. */
export async function ordersToRefuse(market: Market, member: Person, other: Person) {
  const ids = {
    sell: await market.open(member, 'sell', '140000'),
    buy: await market.open(other, 'buy', '70000'),
    pending: await market.place(member, 'sell', '28000'),
    matchedSell: await market.open(member, 'sell', '140000'),
    matchedBuy: await market.open(other, 'buy', '70000'),
    doneSell: await market.open(member, 'sell', '14000'),
    doneBuy: await market.open(other, 'buy', '14000'),
  };
  await market.match(ids.matchedSell, ids.matchedBuy, { amount: '10' });
  await market.match(ids.doneSell, ids.doneBuy);
  await market.complete(ids.doneSell, ids.doneBuy);
  return ids;
}
