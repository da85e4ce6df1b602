import type { Price } from '@matgyo/contracts/money';
import { furthestFrom, movesBeyond, priceMoveMs } from '@matgyo/contracts/price-change';
import { priceStream } from '@matgyo/contracts/streams';
import type { LedgerLog } from '../../platform/commands/stream-history.ts';

const pageSize = 200;
/** More than several admins set in a day (`RateLimits.pricesOf`). */
const readMax = 5_000;

/** A price that is going to be set after `revision` of the price's stream. */
export interface NextPrice {
  readonly price: Price;
  readonly revision: number;
  readonly at: string;
}

/**
 * Of the prices in force in the last 24 hours the one from which it moves furthest, if that is by more than `percent`:
 * many small steps are one large move.
 */
export async function moveBeyond(
  log: LedgerLog,
  { price, revision, at }: NextPrice,
  percent: string,
): Promise<Price | undefined> {
  const { prices, areAll } = await pricesInForce(log, revision, Date.parse(at) - priceMoveMs);
  const from = furthestFrom(prices, price);
  return from !== undefined && (!areAll || movesBeyond(from, price, percent)) ? from : undefined;
}

/** `areAll`: false if there were more than are read. A price not compared with all of them counts as beyond the limit. */
async function pricesInForce(log: LedgerLog, revision: number, since: number) {
  const found: Price[] = [];
  for (let from = revision; from >= 0; from -= pageSize) {
    if (found.length >= readMax) return { prices: found, areAll: false };
    const page = await log.readStream(priceStream, { direction: 'backwards', from, limit: pageSize });
    for (const { data, metadata } of page) {
      found.push(data['price'] as Price);
      if (Date.parse(metadata.at) <= since) return { prices: found, areAll: true };
    }
  }
  return { prices: found, areAll: true };
}
