import { inquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { memberView } from '@matgyo/contracts/endpoints/members';
import {
  adminOrderView,
  orderReceipt,
  orderView,
  publicOrderView,
  publicTradeView,
  tradeReceipt,
  tradeView,
} from '@matgyo/contracts/endpoints/order-views';
import { errorBodySchema } from '@matgyo/contracts/schemas/error-body';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schemas used by several responses, by their name in the document. */
const named: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [errorBodySchema, 'Error'],
  [memberView, 'Member'],
  [orderView, 'Order'],
  [adminOrderView, 'AdminOrder'],
  [orderReceipt, 'OrderReceipt'],
  [publicOrderView, 'PublicOrder'],
  [tradeView, 'Trade'],
  [tradeReceipt, 'TradeReceipt'],
  [publicTradeView, 'PublicTrade'],
  [inquiryView, 'Inquiry'],
]);

export const componentSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries([...named].map(([schema, name]) => [name, converted(schema, 'output', schema)]));

/** JSON Schema of a request, without rules that only code can check. */
export const inputSchema = (schema: z.core.$ZodType): JsonSchema => converted(schema, 'input');

export const outputSchema = (schema: z.core.$ZodType): JsonSchema => converted(schema, 'output');

export const refTo = (
  kind: 'schemas' | 'responses' | 'headers' | 'parameters' | 'examples',
  name: string,
) => ({ $ref: `#/components/${kind}/${name}` });

/** `root`: the named schema being defined, which must not refer to itself. */
function converted(schema: z.core.$ZodType, io: 'input' | 'output', root?: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = zodSchema === root || io === 'input' ? undefined : named.get(zodSchema);
      if (name !== undefined) become(jsonSchema, refTo('schemas', name));
      else adapt(zodSchema, jsonSchema, io);
    },
  });
  return json;
}

/** Formats whose pattern adds nothing to their name. */
const wellKnownFormats: ReadonlySet<unknown> = new Set(['date', 'date-time', 'uuid']);

function adapt(zodSchema: z.core.$ZodTypes, json: JsonSchema, io: 'input' | 'output'): void {
  const { def } = zodSchema._zod;
  // Response transforms only brand values (money, ids), so the input's schema is the output's.
  if (io === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform')
    become(json, converted(def.in, io));
  if (def.type === 'undefined') json.not = {};
  // Responses may gain fields, so clients must accept unknown ones.
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (wellKnownFormats.has(json.format)) delete json.pattern;
  // Zod's bounds of a JavaScript integer.
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
}

function become(json: JsonSchema, other: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, other);
}
