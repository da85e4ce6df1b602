import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import { isPriceEvent } from '@matgyo/contracts/events/ledger-event';
import type { PriceEvent } from '@matgyo/contracts/events/price-events';
import type { Price } from '@matgyo/contracts/money';
import type { Decider } from '../decider.ts';
import { refuse } from '../refusal.ts';

/** The price of one USDT in won; undefined until an admin has set one. The last event alone determines it. */
export interface PriceState {
  readonly price: Price | undefined;
}

export const priceDecider: Decider<PriceState, PriceEvent> = {
  initial: { price: undefined },
  owns: isPriceEvent,
  evolve: (_before, { data }) => ({ price: data.price }),
};

/** An admin sets the price. Setting the same one again is an action too, and history shows it. */
export const setPrice = (
  _before: PriceState,
  price: Price,
  approval?: PriceApprovalOrLimit,
): readonly PriceEvent[] => [{ type: 'PriceSet', data: { price, ...approval } }];

/** Which approval a move of the price had, or that there was no other admin; or the limit that it was within. */
export type PriceApprovalOrLimit = { readonly approval: ApprovalMark } | { readonly fourEyesPercent: string };

/**
 * Refuses, with PRICE_CHANGED or PRICE_NOT_SET, if another price was seen than the current one. `revision` is the
 * stream's, -1 while no price has been set; `seen` that of the price seen, null for none, undefined if not stated.
 */
export function refuseUnlessSeen(
  { price }: PriceState,
  revision: number,
  seen: number | null | undefined,
): void {
  if (seen === undefined || (seen ?? -1) === revision) return;
  if (price === undefined) refuse('PRICE_NOT_SET');
  refuse('PRICE_CHANGED', { price, revision });
}

/** A price and the revision of the price stream that set it. */
export interface CurrentPrice {
  readonly price: Price;
  readonly revision: number;
}
