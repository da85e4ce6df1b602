import { orderPaths } from '@matgyo/contracts/paths/orders';
import { describe, expect, it } from 'vitest';
import { CallFailure, type FailureCode } from './call-failure.ts';
import { command, isStored } from './command.ts';

const failure = (status: number, code: FailureCode) =>
  new CallFailure({
    code,
    status,
    sentence: undefined,
    details: {},
    requestId: undefined,
    retryAfterSeconds: undefined,
  });

describe('after a failure', () => {
  it.each([
    [0, 'NETWORK'],
    [0, 'TIMEOUT'],
    [503, 'UNAVAILABLE'],
    [401, 'STEP_UP_REQUIRED'],
    [409, 'IN_PROGRESS'],
    [412, 'STALE_REVISION'],
    [429, 'TOO_MANY_REQUESTS'],
  ] as const)('%i %s leaves open what came of a command: it keeps its key', (status, code) => {
    expect(isStored(failure(status, code))).toBe(false);
  });

  it.each([
    [403, 'ACCOUNT_INACTIVE'],
    [409, 'PRICE_CHANGED'],
    [409, 'ORDER_NOT_PENDING'],
  ] as const)('%i %s is kept under the key: the next try is a new command', (status, code) => {
    expect(isStored(failure(status, code))).toBe(true);
  });
});

it('two commands are equal if their content is', () => {
  const cancel = (id: string, ifMatch: number) =>
    command(orderPaths.sell.cancelOwn, { params: { id }, body: {}, ifMatch }).name;
  expect(cancel('a', 1)).toBe(cancel('a', 1));
  expect(cancel('a', 2)).not.toBe(cancel('a', 1));
  expect(cancel('b', 1)).not.toBe(cancel('a', 1));
});
