import { type ErrorCode, errorTextOf } from '@matgyo/contracts/errors/index';
import { expect } from 'vitest';
import type { ApiCall } from '../../../../test/api-call.ts';
import type { TestServer } from '../../../../test/server.ts';

/** A call that is refused, and how. */
export interface Refused {
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  /** The specification's own words, where it has some. */
  readonly words?: string;
  readonly details?: object;
  readonly call: (language: 'ko' | 'en') => readonly [method: string, path: string, call: ApiCall];
}

/** An id that nothing has. */
export const nowhere = 'f'.repeat(24);

/** A number of a hundred decimals. */
export const hundredDecimals = `0.${'1'.repeat(100)}`;

/** Everything a refused call could have left: the log's end and every row of the plain tables of these calls. */
export async function traces(server: TestServer): Promise<unknown> {
  const { rows } = await server.pool.query(
    'select (select count(*) from app.order_wallets) wallets, (select count(*) from app.commands) commands',
  );
  return { last: (await server.log.lastEvent())?.id, rows };
}

/** Makes the call in both languages: status, code, sentence and details are as told, and nothing is left behind. */
export async function expectRefused(server: TestServer, refused: Refused): Promise<void> {
  const { status, code, words, details, call } = refused;
  const before = await traces(server);
  for (const language of ['ko', 'en'] as const) {
    const [method, path, { token, body, headers }] = call(language);
    const answer = await server.request(method, path, {
      language,
      ...(token !== undefined && { token }),
      ...(headers !== undefined && { headers }),
      ...(method !== 'GET' && { body: body as object }),
    });
    const text = errorTextOf(code);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.error).toBe(text[language]);
    expect(answer.body.message).toBe(words ?? text.en);
    if (details !== undefined) expect(answer.body.details).toMatchObject(details);
  }
  expect(await traces(server)).toEqual(before);
}
