import { errorTextOf } from '@matgyo/contracts/errors/index';
import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../../../test/server.ts';
import { errorsOf } from './error-responses.ts';
import { brokenRules } from './openapi-rules.fixture.ts';

const server = await sharedTestServer();
const document = (await server.request('GET', '/openapi.json')).body;

const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');
const spellings = () =>
  server.endpoints.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ endpoint, path })),
  );
const operation = (method: string, path: string) => document.paths[path][method.toLowerCase()];

test('the document is valid OpenAPI 3.1', () => {
  expect(brokenRules(document)).toEqual([]);
});

test('the document is compressed, and answered with 304 while unchanged', async () => {
  const whole = await fetch(`${server.url}/api/v1/openapi.json`);
  expect(await whole.json()).toEqual(document);
  expect(whole.headers.get('content-encoding')).toBe('gzip');
  const etag = whole.headers.get('etag') ?? '';
  const again = await server.request('GET', '/openapi.json', { headers: { 'if-none-match': etag } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test('the validation finds broken rules', () => {
  const violationsAfter = (change: (copy: typeof document) => void) => {
    const copy = structuredClone(document);
    change(copy);
    return brokenRules(copy).length;
  };
  const place = (copy: typeof document) => copy.paths['/sell'].post;
  expect(violationsAfter((copy) => delete copy.components.responses.BAD_REQUEST)).toBeGreaterThan(10);
  expect(violationsAfter((copy) => delete copy.components.schemas.OrderReceipt)).toBeGreaterThan(0);
  expect(violationsAfter((copy) => (place(copy).operationId = copy.paths['/buy'].post.operationId))).toBe(1);
  expect(violationsAfter((copy) => place(copy).tags.push('nowhere'))).toBe(1);
  expect(violationsAfter((copy) => (place(copy).body = {}))).toBe(1);
  expect(violationsAfter((copy) => delete place(copy).responses['201'])).toBe(1);
  expect(violationsAfter((copy) => place(copy).security.push({ key: [] }))).toBe(1);
});

test('contains every mounted endpoint once under each path, and no other', () => {
  const mounted = spellings().map(({ endpoint, path }) => `${endpoint.method} ${templateOf(path)}`);
  const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(mounted.sort());
  expect(documented).toContain('GET /openapi.json');
  expect(documented).toContain('POST /user/users0s');
});

test('lists every error under its status with texts in both languages', () => {
  for (const { endpoint, path } of spellings())
    for (const code of errorsOf(endpoint)) {
      const { status, en, ko } = errorTextOf(code);
      const given = operation(endpoint.method, templateOf(path)).responses[status];
      const response = given.$ref === undefined ? given : document.components.responses[code];
      const where = `${endpoint.method} ${path} ${code}`;
      expect(response.description, where).toContain(`\`${code}\``);
      expect(response.description, where).toContain(en.trim());
      expect(response.description, where).toContain(ko);
      expect(response.content['application/json'].schema.allOf[1].properties.code.enum, where).toContain(
        code,
      );
    }
});

test('states access, idempotency key, revision and file where they apply', () => {
  expect(operation('POST', '/sell')['x-access']).toBe('signed-in');
  expect(operation('POST', '/sell').security).toEqual([{ token: [] }]);
  expect(operation('GET', '/sell/sell-orders').security).toEqual([{}, { token: [] }, { cookie: [] }]);
  const parametersOf = (method: string, path: string) =>
    operation(method, path).parameters.map(({ $ref, name }: { $ref?: string; name: string }) => $ref ?? name);
  expect(parametersOf('POST', '/sell')).toEqual(['#/components/parameters/Idempotency-Key']);
  expect(parametersOf('POST', '/user/login')).toEqual(['#/components/parameters/Challenge-Solution']);
  expect(parametersOf('POST', '/user/login/code')).toEqual([]);
  expect(parametersOf('POST', '/buy/admin/buy-orders/{id}/approve')).toEqual([
    'id',
    '#/components/parameters/Idempotency-Key',
    '#/components/parameters/If-Match',
  ]);
  // Responses with personal data are not cached.
  expect(parametersOf('GET', '/inquiry/user')).toEqual(['limit', 'cursor']);
  expect(parametersOf('GET', '/sell/sell-orders')).toEqual([
    'limit',
    'cursor',
    'group',
    'sort',
    '#/components/parameters/If-None-Match',
  ]);
  const form = operation('PUT', '/user/{id}/image').requestBody.content['multipart/form-data'].schema;
  expect(form).toMatchObject({ properties: { file: { format: 'binary' } }, required: ['file'] });
  expect(operation('POST', '/approvals').requestBody.content['application/json'].schema.oneOf).toHaveLength(
    5,
  );
  const signUp = operation('POST', '/user/users').requestBody.content;
  expect(Object.keys(signUp)).toEqual(['multipart/form-data', 'application/json']);
  expect(Object.keys(operation('GET', '/fees/report.csv').responses['200'].content)).toEqual(['text/csv']);
});

test.each(['match-orders', 'match-orders/preview', 'complete-orders', 'cancel-orders'])(
  'says that %s needs two orders',
  (call) => {
    const { schema } = operation('POST', `/sell/admin/${call}`).requestBody.content['application/json'];
    expect(schema.required).toEqual(['buyerOrderId', 'sellerOrderId']);
  },
);

test('describes money and times in responses as strings', () => {
  const { properties } = document.components.schemas.Order;
  expect(properties.amount).toEqual({ type: 'string', pattern: '^\\d{1,16}\\.\\d{4}$' });
  expect(properties.createdAt).toEqual({ type: 'string', format: 'date-time' });
});
