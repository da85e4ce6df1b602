import { type Endpoint, isRevalidated } from '@matgyo/contracts/endpoints/endpoint';
import type { Access } from '@matgyo/contracts/paths/call-path';
import { errorResponses } from './error-responses.ts';
import { inputSchema, type JsonSchema, outputSchema, refTo } from './json-schema.ts';

const accessRules: Readonly<Record<Access, string>> = {
  anyone: '누구나 / anyone',
  'signed-in': '로그인한 회원 / signed in',
  staff: '매니저와 관리자 / managers and admins',
  admin: '관리자 / admins',
};

const successes = {
  200: '완료 / Done',
  201: '새로 만들었어요 / Created',
  204: '완료, 내용 없음 / Done, no content',
};

export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** An operation id per method and path: `PUT /user/:id/image` is `putUserByIdImage`. */
const operationIdOf = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replace(/:(\w)/g, (_, first: string) => `by-${first}`)
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

export function operationOf(endpoint: Endpoint, path: string) {
  const body = requestBodyOf(endpoint);
  return {
    operationId: operationIdOf(endpoint.method, path),
    tags: [tagOf(path)],
    summary: endpoint.summary,
    description: descriptionOf(endpoint, path),
    security: securityOf(endpoint),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...(body !== undefined && { requestBody: body }),
    responses: { ...successOf(endpoint), ...errorResponses(endpoint) },
    'x-access': endpoint.access,
  };
}

/** Grouped by the first segment of the path. */
export const tagOf = (path: string): string => path.split('/')[1] ?? '';

function descriptionOf({ access, path: canonical }: Endpoint, path: string): string {
  const rule = `**권한 / Access:** ${accessRules[access]}`;
  return path === canonical
    ? rule
    : `${rule}\n\n\`${templateOf(canonical)}\`의 다른 표기 / another spelling of it.`;
}

/** Who may call: visitors where anyone may. The cookie is accepted for reading and for signing out. */
function securityOf({ access, method, path }: Endpoint) {
  const cookie = method === 'GET' || path === '/user/logout' ? [{ cookie: [] }] : [];
  return [...(access === 'anyone' ? [{}] : []), { token: [] }, ...cookie];
}

function pathParameters({ path, params }: Endpoint) {
  const { properties = {} } = inputSchema(params);
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }));
}

function queryParameters({ query }: Endpoint) {
  const { properties = {}, required = [] } = inputSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function headerParameters(endpoint: Endpoint) {
  const seesRevision = endpoint.errors.includes('STALE_REVISION') && !takes(endpoint, 'expected');
  return [
    ...(endpoint.ledger === true ? [refTo('parameters', 'Idempotency-Key')] : []),
    ...(seesRevision ? [refTo('parameters', 'If-Match')] : []),
    ...(endpoint.errors.includes('CHALLENGE_REQUIRED') ? [refTo('parameters', 'Challenge-Solution')] : []),
    ...(isRevalidated(endpoint) && answersJson(endpoint) ? [refTo('parameters', 'If-None-Match')] : []),
  ];
}

const takes = ({ body }: Endpoint, field: string): boolean => field in (inputSchema(body).properties ?? {});
const answersJson = ({ produces, success }: Endpoint): boolean =>
  (produces ?? 'application/json') === 'application/json' && success !== 204;

function requestBodyOf({ method, body, upload }: Endpoint) {
  const schema = inputSchema(body);
  const takesNothing =
    upload === undefined &&
    Object.keys(schema.properties ?? {}).length === 0 &&
    !schema.anyOf &&
    !schema.oneOf;
  if (method === 'GET' || takesNothing) return undefined;
  if (upload === undefined)
    return {
      required: (schema.required ?? []).length > 0 || (schema.anyOf ?? schema.oneOf) !== undefined,
      content: { 'application/json': { schema } },
    };
  return {
    required: true,
    description: `파일은 최대 ${upload.bytesMax / 1024 / 1024}MB / a file of up to ${upload.bytesMax / 1024 / 1024} MB`,
    content: {
      'multipart/form-data': { schema: withFile(schema, upload) },
      ...(!upload.required && { 'application/json': { schema } }),
    },
  };
}

function withFile(schema: JsonSchema, { field, required }: NonNullable<Endpoint['upload']>): JsonSchema {
  return {
    ...schema,
    type: 'object',
    properties: { ...schema.properties, [field]: { type: 'string', format: 'binary' } },
    required: [...(schema.required ?? []), ...(required ? [field] : [])],
  };
}

function successOf(endpoint: Endpoint) {
  const { success = 200, produces = 'application/json', ledger, response } = endpoint;
  const described = { description: successes[success], headers: headersOf(endpoint) };
  if (success === 204) return { '204': described };
  const schema = answersJson(endpoint) ? outputSchema(response) : rawSchemas[produces];
  return {
    [success]: { ...described, content: { [produces]: { schema } } },
    ...(isRevalidated(endpoint) &&
      ledger !== true && { '304': { description: '바뀌지 않았어요 / Not changed' } }),
  };
}

const rawSchemas: Readonly<Record<NonNullable<Endpoint['produces']>, JsonSchema>> = {
  'application/json': {},
  'text/csv': { type: 'string' },
  'image/jpeg': {},
};

function headersOf(endpoint: Endpoint) {
  const names = [
    'X-Request-Id',
    ...(endpoint.ledger === true ? ['Ledger-Event', 'Ledger-Visible'] : []),
    ...(isRevalidated(endpoint) ? ['ETag'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
}
