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

/**
 * An admin sets the price. Setting the same one again is an action too, and history shows it. An approval is not
 * needed where none is checked: in the demo market and in simulations.
 */
export const setPrice = (
  _before: PriceState,
  price: Price,
  approval: PriceApprovalOrLimit | 'not needed',
): readonly PriceEvent[] => [
  { type: 'PriceSet', data: { price, ...(approval !== 'not needed' && approval) } },
];

/**
 * Why a move of the price was allowed: the approval that it had (or that there was no second admin), or the limit in
 * percent that it did not exceed.
 */
export type PriceApprovalOrLimit = { readonly approval: ApprovalMark } | { readonly fourEyesPercent: string };

/**
 * Refuses a change that was decided on another price than the current one. `revision` is that of the price's stream, -1
 * while no price has been set. `seen` is the revision of the price that the caller saw: null if the caller saw that
 * there is none, undefined if the caller sent nothing to compare.
 *
 * Refused: PRICE_CHANGED, PRICE_NOT_SET.
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
