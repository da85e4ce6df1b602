import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '../../../../../test/api-call.ts';
import { registerPasskey } from '../../../../../test/passkey-device.ts';
import { type Person, startTestServer, type TestServer } from '../../../../../test/server.ts';
import { testAll } from '../../../../../test/test-all.ts';
import { type Market, openMarket } from '../../../trading/orders/market.fixture.ts';
import {
  type ExistingValues,
  type FuzzedRequest,
  type Operation,
  requestsFor,
} from './fuzzed-requests.fixture.ts';

const requests = testAll ? 100_000 : 2_400;
const concurrency = 16;
/** Of a request that is answered 503 with a time to wait. */
const repeatsMax = 5;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

let server: TestServer;
let market: Market;
let operations: readonly { method: string; template: string; operation: Operation }[];
let existing: ExistingValues;
let people: readonly Person[];
let tokens: (string | undefined)[];

beforeAll(async () => {
  // Each request has another address, because limits are not tested here.
  server = await startTestServer({ TRUST_PROXY: '1' });
  market = await openMarket(server);
  const seller = await server.member({ active: true });
  const buyer = await server.member({ active: true });
  const manager = await server.member({ active: true, manager: true });
  people = [market.admin, manager, seller, buyer];
  tokens = [undefined, 'no.token.atall', ...people.map(({ token }) => token)];
  const sells = [await market.open(seller, 'sell', '700000'), await market.place(seller, 'sell', '90000')];
  const buys = [await market.open(buyer, 'buy', '500000'), await market.open(buyer, 'buy', '300000')];
  const trade = await market.match(sells[0] ?? '', buys[0] ?? '', { amount: '100' });
  const requested = await server.request('POST', '/inquiry', {
    token: seller.token,
    body: { title: 'Other Inquiry', description: 'how long does it take?' },
  });
  const passkey = await registerPasskey(server, seller);
  const lastEvent = (await server.log.lastEvent())?.id ?? '';
  existing = {
    id: [...sells, ...buys, trade._id, requested.body.inquiry?._id ?? '', seller.memberId],
    orderId: [...sells, ...buys, `support-${seller.memberId}`],
    currentOrderInProgress: buys,
    buyerOrderId: buys,
    sellerOrderId: sells,
    tradeId: [trade._id],
    inquiryId: [requested.body.inquiry?._id ?? requested.body._id ?? ''],
    passkeyId: [passkey.id],
    memberId: [seller.memberId, buyer.memberId],
    nickname: people.map(({ nickname }) => nickname),
    // The nickname that the only admin types to grant a role.
    confirmAlone: people.map(({ nickname }) => nickname),
    password: people.map(({ password }) => password),
    asOf: [lastEvent],
    from: ['2026-01-01'],
    to: ['2026-12-31'],
    before: [lastEvent],
    after: [lastEvent],
    rule: ['{"rate":"0.005"}'],
    price: ['1400'],
    krwAmount: ['14000'],
    amount: ['10'],
    // Equal to the price of the orders, so that it stays the current one.
    tetherPrice: ['1400'],
    content: ['hello'],
    comment: ['Tomorrow.'],
    name: ['Phone'],
    phone: ['01012345678', '+821099998888'],
  };
  const { body: document } = await server.request('GET', '/openapi.json');
  operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([template, calls]) =>
      Object.entries(calls).map(([method, operation]) => ({ method, template, operation })),
  );
});
afterAll(() => server?.close());

/** Known ids for `{id}`, by the path it is in. */
function existingIn(template: string): ExistingValues {
  const [, ids] = idsByPath.find(([path]) => path.test(template)) ?? [];
  return ids === undefined ? existing : { ...existing, id: existing[ids] ?? [] };
}

const idsByPath: readonly (readonly [RegExp, string])[] = [
  [/^\/sell\/.*-orders\/\{id\}/, 'sellerOrderId'],
  [/^\/buy\/.*-orders\/\{id\}/, 'buyerOrderId'],
  [/^\/inquiry\//, 'inquiryId'],
  [/^\/user\/passkeys\//, 'passkeyId'],
  [/^\/(user|admin\/members)\//, 'memberId'],
  [/^\/trades\//, 'tradeId'],
];

/** A request by the caller of this number. */
type CalledBy = FuzzedRequest & { readonly who: number };

/**
 * Equally many requests per operation, in random order: half of them match its schema, by signed-in callers, mostly the
 * admin, who may call everything; half do not, by all callers.
 */
function randomRequests(): readonly CalledBy[] {
  const numRuns = Math.ceil(requests / operations.length / 2);
  const halves = [
    { wild: false, callers: [2, 3, 2, 4, 2, 5] },
    { wild: true, callers: tokens.map((_, index) => index) },
  ];
  const all = operations.flatMap(({ method, template, operation }, index) =>
    halves.flatMap(({ wild, callers }) =>
      fc
        .sample(requestsFor(method, template, operation, { existing: existingIn(template), wild }), {
          numRuns,
          seed: seed + index,
        })
        .map((request, run) => ({ ...request, who: callers[run % callers.length] ?? 0 })),
    ),
  );
  return fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed })[0] ?? [];
}

/**
 * Operations that succeeded at least once. Without this check, refusing everything would pass: reads have to succeed,
 * except those that need more than values of the right shape, or whose number is limited; and these writes.
 */
const succeeded = new Set<string>();
const isPickyRead = /\{|\.csv$|rehearsal|\/manager\//;
const writes = [
  ...['POST /user/login', 'POST /buy', 'POST /inquiry', 'POST /upload', 'POST /user/users/sendCode'],
  ...['PUT /notification/mark-read', 'DELETE /user/sessions'],
];
const documented = new Map<string, ReadonlySet<string>>();

/** The documented outcomes of an operation: `200`, `404`, `404 ORDER_NOT_FOUND`. */
const outcomesOf = ({ responses }: Operation): readonly string[] =>
  Object.entries(responses).flatMap(([status, { $ref, content }]) => {
    const examples = content?.['application/json']?.examples;
    const codes = $ref === undefined ? Object.keys(examples ?? {}) : [$ref.split('/').at(-1)];
    return [status, ...codes.map((code) => `${status} ${code}`)];
  });

/** The fault of a response; undefined if it has none. */
async function faultOf(request: CalledBy): Promise<string | undefined> {
  const { method, path, headers, body } = request;
  const token = tokens[request.who];
  const send = () =>
    callApi(method, `${server.url}/api/v1${path}`, {
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { raw: body }),
    });
  let answer = await send();
  // On a busy machine, a proof may not be there in time.
  for (
    let left = repeatsMax;
    left > 0 && answer.headers.has('retry-after') && answer.status === 503;
    left -= 1
  ) {
    await delay(Number(answer.headers.get('retry-after')) * 1_000);
    answer = await send();
  }
  if (answer.status >= 500) return `answered ${answer.status} ${JSON.stringify(answer.body)}`;
  if (!documented.get(`${method} ${request.template}`)?.has(String(answer.status)))
    return `answered ${answer.status}, which its document does not say: ${JSON.stringify(answer.body)}`;
  if (answer.status < 300) succeeded.add(`${method} ${request.template}`);
  if (answer.status < 400) return undefined;
  const { error, message, code, requestId } = answer.body ?? {};
  if (!documented.get(`${method} ${request.template}`)?.has(`${answer.status} ${code}`))
    return `answered ${answer.status} ${code}, which its document does not say`;
  const isComplete = [error, message, code, requestId].every(
    (text) => typeof text === 'string' && text !== '',
  );
  return isComplete ? undefined : `refused with ${JSON.stringify(answer.body)}`;
}

/** Signs in again, as a generated request may have ended the session. */
async function signInAgain(): Promise<void> {
  const { body } = await server.request('GET', `/user/users/${market.admin.nickname}`, {
    token: tokens[2] ?? '',
  });
  if (body.code === undefined) return;
  for (const [index, { nickname, password }] of people.entries()) {
    const signedIn = await server.signIn(nickname, password).catch(() => undefined);
    if (signedIn !== undefined) tokens[index + 2] = signedIn.token;
  }
}

test(`answers ${requests} requests made from its own document without failing, and as documented`, {
  timeout: 1_200_000,
}, async () => {
  for (const { method, template, operation } of operations)
    documented.set(`${method.toUpperCase()} ${template}`, new Set(outcomesOf(operation)));
  const waiting = [...randomRequests()];
  const total = waiting.length;
  /** The first fault of each operation. */
  const faults = new Map<string, string>();
  const worker = async () => {
    for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
      const fault = await faultOf(request).catch((error: unknown) => String(error));
      if (fault !== undefined) faults.set(`${request.method} ${request.template}`, describe(request) + fault);
      if (waiting.length % 200 === 0) await signInAgain();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  expect([...faults.values()]).toEqual([]);
  expect(total).toBeGreaterThanOrEqual(requests);
  const reads = operations
    .filter(({ method, template }) => method === 'get' && !isPickyRead.test(template))
    .map(({ template }) => `GET ${template}`);
  expect([...reads, ...writes].filter((name) => !succeeded.has(name))).toEqual([]);
});

const describe = ({ method, path, who, headers, body }: CalledBy): string =>
  `${method} ${path.slice(0, 300)} by ${who} with ${JSON.stringify(headers)} ${
    typeof body === 'string' ? body.slice(0, 500) : (body && JSON.stringify([...body.keys()])) || 'nothing'
  }: `;
