import type { Side } from '@matgyo/contracts/ids';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../platform/database/text-search.ts';

/** Nothing else is ever part of an order code: `Sell714-9f3a21bc`, `Buy7-00ab12cd`. */
const partsOfCodes = {
  sell: /^(s?e?l?l?\d*-)?[0-9a-f]*$|^s?e?l?l?\d*$/,
  buy: /^(b?u?y?\d*-)?[0-9a-f]*$|^b?u?y?\d*$/,
} as const satisfies Record<Side, RegExp>;

/**
 * That the code of an order of this side has the text in it, whatever the case, found by the index of parts of codes.
 * Undefined: no code has. What every code has is no condition at all.
 */
export function codeContaining(
  side: Side,
  text: string,
  orderId: RawBuilder<unknown>,
): RawBuilder<boolean> | undefined {
  const wanted = text.toLowerCase();
  if (side.includes(wanted) || wanted === '-') return sql`true`;
  if (!partsOfCodes[side].test(wanted)) return undefined;
  return sql`${orderId} in (
    select order_id from read_orders.codes where side = ${sql.lit(side)} and code ilike ${containing(wanted)})`;
}
