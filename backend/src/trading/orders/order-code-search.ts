import { ledgerIdPattern, type Side } from '@matgyo/contracts/ids';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../platform/database/database.ts';

/** The possible parts of an order code: `Sell714-9f3a21bc`, `Buy7-00ab12cd`. */
export const partsOfCodes = {
  sell: /^(s?e?l?l?\d*-)?[0-9a-f]*$|^s?e?l?l?\d*$/,
  buy: /^(b?u?y?\d*-)?[0-9a-f]*$|^b?u?y?\d*$/,
} as const satisfies Record<Side, RegExp>;

/**
 * The condition that an order's code contains the text, case-insensitive, or that the text is its id, which people copy
 * with a button; served by an index. `false` if no code can contain it; `true` if every code does.
 */
export function codeContaining(side: Side, text: string, orderId: RawBuilder<unknown>): RawBuilder<boolean> {
  const wanted = text.toLowerCase();
  if (ledgerIdPattern.test(wanted)) return sql`${orderId} = ${wanted}`;
  if (side.includes(wanted) || wanted === '-') return sql`true`;
  if (!partsOfCodes[side].test(wanted)) return sql`false`;
  return sql`${orderId} in (
    select order_id from read_orders.codes where side = ${sql.lit(side)} and code ilike ${containing(wanted)})`;
}
