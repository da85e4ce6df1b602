import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeEarlyAnswer } from './early-answers.ts';

const headers = { authorization: 'Bearer a', 'accept-language': 'ko' };
const answered = (answer: Promise<Response | undefined>) =>
  vi.stubGlobal('earlyAnswers', {
    language: 'ko',
    answers: new Map([['/orders', { authorization: 'Bearer a', answer }]]),
  });
const take = (signal = new AbortController().signal, sent: Record<string, string> = headers) =>
  takeEarlyAnswer('/orders', sent, signal);

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('an early answer is used once, and only with the token of its request', async () => {
  const answer = new Response('[]');
  answered(Promise.resolve(answer));
  expect(await take()).toBe(answer);
  expect(await take()).toBeUndefined();
  answered(Promise.resolve(answer));
  expect(await take(undefined, { ...headers, authorization: 'Bearer b' })).toBeUndefined();
});

it('after a failed early request the client sends its own', async () => {
  answered(Promise.resolve(undefined));
  expect(await take()).toBeUndefined();
});

it('a request without a response is aborted with its caller, or after a timeout', async () => {
  const aborting = new AbortController();
  answered(Promise.race<undefined>([]));
  const waiting = take(aborting.signal);
  aborting.abort('left the page');
  await expect(waiting).rejects.toBe('left the page');
  answered(Promise.race<undefined>([]));
  await expect(take(aborting.signal)).rejects.toBe('left the page');
});
