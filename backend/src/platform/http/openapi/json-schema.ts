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

/** What several answers contain, by the name under which the document states it once. */
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

/** What a client may send, as JSON Schema. Rules that only code can state are not in it. */
export const inputSchema = (schema: z.core.$ZodType): JsonSchema => converted(schema, 'input');

/** What a client gets, as JSON Schema. */
export const outputSchema = (schema: z.core.$ZodType): JsonSchema => converted(schema, 'output');

export const refTo = (
  kind: 'schemas' | 'responses' | 'headers' | 'parameters' | 'examples',
  name: string,
) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** `root`: the schema that is being stated under its name and must not refer to itself. */
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

/** Formats whose pattern says nothing that their name does not. */
const wellKnownFormats: ReadonlySet<unknown> = new Set(['date', 'date-time', 'uuid']);

function adapt(zodSchema: z.core.$ZodTypes, json: JsonSchema, io: 'input' | 'output'): void {
  const { def } = zodSchema._zod;
  // Transforms in answers only brand what is already there (money, ids), so what goes in comes out.
  if (io === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform')
    become(json, converted(def.in, io));
  if (def.type === 'undefined') json.not = {};
  // Answers may gain fields: a client that refuses what it does not know would break.
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (wellKnownFormats.has(json.format)) delete json.pattern;
  // Every integer of JavaScript has these two bounds.
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
}

function become(json: JsonSchema, other: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, other);
}
