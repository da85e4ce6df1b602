import fc from 'fast-check';
import { smallJpeg } from '../../../../../test/sign-up-form.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

/** Where it is an error, the examples are named by its codes, or the reference is to that of its only code. */
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, unknown>> }>>;
}

export interface Operation {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

/** A generated request. */
export interface FuzzedRequest {
  readonly method: string;
  readonly template: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

/** Existing values by field or parameter name. */
export type ExistingValues = Readonly<Record<string, readonly string[]>>;

/** How values are generated: existing values, and whether one in ten may violate its schema. */
export interface Generation {
  readonly existing: ExistingValues;
  readonly wild: boolean;
}

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202eabc',
  '가'.repeat(300),
  'a'.repeat(5_000),
  '../../etc/passwd',
  "' or 1=1; --",
  '%00',
  '%E0%A4%A',
  '__proto__',
  'constructor',
  '[object Object]',
  '-1',
  '0',
  '-0',
  '1e400',
  'NaN',
  '0x10',
  '9'.repeat(400),
  '0.00000000000000000001',
  '2026-02-30',
  '9999999-01-01T00:00:00.000Z',
  '<script>alert(1)</script>',
  '𝕳𝖊𝖑𝖑𝖔',
];

const nestedOnce = fc.constantFrom<unknown>([], {}, [[[[]]]], { a: { b: { c: null } } }, [null, 1, 'x']);
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 0.1, 2 ** 53, -(2 ** 31) - 1),
  nestedOnce,
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 40 }));

const sometimes = (percent: number) => fc.integer({ min: 0, max: 99 }).map((drawn) => drawn < percent);

/** Requests for one operation. */
export function requestsFor(
  method: string,
  template: string,
  operation: Operation,
  making: Generation,
): fc.Arbitrary<FuzzedRequest> {
  const parameters = operation.parameters.filter((parameter) => 'name' in parameter);
  const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const pathValues = fc.record(Object.fromEntries(named.map((name) => [name, textFor(name, {}, making)])));
  const queries = fc.record(
    Object.fromEntries(
      parameters
        // A cursor comes from an earlier response, so valid requests have none.
        .filter((parameter) => parameter.in === 'query' && (making.wild || parameter.name !== 'cursor'))
        .map(({ name, schema }) => [name, textFor(name, schema, making)]),
    ),
    { requiredKeys: [] },
  );
  return fc
    .record({
      pathValues,
      queries,
      headers: making.wild ? wildHeaders : address,
      sent: bodyFor(operation, making),
    })
    .map(({ pathValues: inPath, queries: requested, headers, sent }) => {
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encoded(inPath[name] || ' '));
      const query = Object.entries(requested).map(([name, value]) => `${name}=${encoded(value ?? '')}`);
      return {
        method: method.toUpperCase(),
        template,
        path: path + (query.length > 0 ? `?${query.join('&')}` : ''),
        headers: { ...headers, ...sent?.headers },
        ...(sent !== undefined && method !== 'get' && { body: sent.body }),
      };
    });
}

/** Percent-encodes what can be encoded. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

const address: fc.Arbitrary<Record<string, string>> = fc.record({ 'x-forwarded-for': fc.ipV4() });

const wildHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'idempotency-key': fc.constantFrom('k1', 'k2', 'k3', 'a longer key', ' ', 'x'.repeat(300)),
    'if-match': fc.constantFrom('"0"', '"1"', '*', 'W/"3"', 'nonsense', '"99999999999"'),
    'if-none-match': fc.constantFrom('*', '"abc"', 'W/"x"'),
    'accept-language': fc.constantFrom('ko', 'en', 'fr', 'x'.repeat(200), 'en;q=abc'),
    'x-forwarded-for': fc.ipV4(),
    cookie: fc.constantFrom('token=x', 'session=%E0%A4%A', '=;=;='),
  },
  { requiredKeys: ['x-forwarded-for'] },
);

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData;
}

function bodyFor({ requestBody }: Operation, making: Generation): fc.Arbitrary<Sent | undefined> {
  const json = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data']?.schema;
  const shapes: fc.Arbitrary<Sent | undefined>[] = [];
  if (json !== undefined)
    shapes.push(jsonFor(valueFor('', json, making)), jsonFor(valueFor('', json, making)));
  if (form !== undefined) shapes.push(formFor(form, making));
  if (shapes.length === 0) return fc.constant(undefined);
  return making.wild ? fc.oneof(...shapes, ...shapes, jsonFor(hostile), brokenJson) : fc.oneof(...shapes);
}

const jsonFor = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> =>
  fc
    .tuple(values, sometimes(3))
    .map(([value, mislabelled]) => ({
      headers: { 'content-type': mislabelled ? 'text/plain' : 'application/json' },
      body: JSON.stringify(value),
    }));

const brokenJson: fc.Arbitrary<Sent> = fc
  .constantFrom('{', '{"a":', '[[[[', '{"__proto__":{"admin":true}}', '"\\ud800"', 'nul', '{"a":1e999}')
  .map((body) => ({ headers: { 'content-type': 'application/json' }, body }));

function formFor(schema: Schema, making: Generation): fc.Arbitrary<Sent> {
  const { properties = {} } = schema;
  const isFile = ([, { format }]: [string, Schema]) => format === 'binary';
  const fields = Object.entries(properties).filter((entry) => !isFile(entry));
  const files = Object.entries(properties).filter(isFile);
  return fc
    .record({
      values: fc.record(
        Object.fromEntries(fields.map(([name, field]) => [name, textFor(name, field, making)])),
        { requiredKeys: [] },
      ),
      bytes: fc.oneof(fc.constant(smallJpeg()), fc.uint8Array({ maxLength: 200 })),
      withFile: sometimes(85),
    })
    .map(({ values, bytes, withFile }) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(values)) body.set(name, value);
      for (const [name] of files) if (withFile) body.set(name, new Blob([Uint8Array.from(bytes)]), 'a.jpg');
      return { headers: {}, body };
    });
}

/** A value as text for a path, query or form. */
function textFor(name: string, schema: Schema, making: Generation): fc.Arbitrary<string> {
  const shaped = valueFor(name, schema, making).map(asText);
  return making.wild ? fc.oneof({ weight: 6, arbitrary: shaped }, hostileText) : shaped;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function valueFor(name: string, schema: Schema, making: Generation): fc.Arbitrary<unknown> {
  const shaped = shapedFor(name, schema, making);
  return making.wild ? fc.oneof({ weight: 9, arbitrary: shaped }, hostile) : shaped;
}

function shapedFor(name: string, schema: Schema, making: Generation): fc.Arbitrary<unknown> {
  const values = making.existing[name];
  if (values !== undefined && values.length > 0) return fc.constantFrom<unknown>(...values);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map((one) => shapedFor(name, one, making)));
  if (schema.properties !== undefined) return objectFor(schema, making);
  switch (schema.type) {
    case 'number':
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueFor(name, schema.items ?? {}, making), { maxLength: 4 });
    default:
      return textLike(schema);
  }
}

function textLike({ pattern, format }: Schema): fc.Arbitrary<string> {
  const wellFormed: Readonly<Record<string, fc.Arbitrary<string>>> = {
    date: fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
    'date-time': fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString()),
    uuid: fc.uuid(),
  };
  const formed = format === undefined ? undefined : wellFormed[format];
  if (formed !== undefined) return formed;
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern), { size: 'small' });
    } catch {
      // An unsupported pattern: any text.
    }
  }
  return fc.string({ maxLength: 30 });
}

const objectFor = ({ properties = {}, required = [] }: Schema, making: Generation) =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, valueFor(name, schema, making)]),
    ),
    { requiredKeys: making.wild ? [] : [...required] },
  );
