import type { PriceEvent } from '@matgyo/contracts/events/price-events';
import type { Price } from '@matgyo/contracts/money';
import { must } from './rule-broken.ts';
import { unitsOf } from './units.ts';

const dayMs = 86_400_000;
/** A command reads the price at most so long before its event. */
const underWayMs = 60_000;

/** The prices as they were set. Every method throws `RuleBroken`. */
export class PriceAccounts {
  readonly #prices: { readonly price: Price; readonly at: number }[] = [];
  /** Earlier versions of the event do not state the limit. */
  #saysLimit = false;

  get now(): Price | undefined {
    return this.#prices.at(-1)?.price;
  }
  get revision(): number {
    return this.#prices.length - 1;
  }

  /** The price at a revision; undefined if the next one was set well before that time. */
  inForce(revision: number, at: string): Price | undefined {
    const next = this.#prices[revision + 1];
    const isReplaced = next !== undefined && next.at < Date.parse(at) - underWayMs;
    return isReplaced ? undefined : this.#prices[revision]?.price;
  }

  set({ price, approval, fourEyesPercent }: PriceEvent['data'], setAt: string): void {
    const at = Date.parse(setAt);
    const says = approval !== undefined || fourEyesPercent !== undefined;
    must(
      'approvals',
      says || !this.#saysLimit,
      'a price says neither who approved nor which limit it is within',
    );
    this.#saysLimit ||= says;
    if (fourEyesPercent !== undefined) this.#checkWithin(price, fourEyesPercent, at);
    this.#prices.push({ price, at });
  }

  /** Of every price in force in the 24 hours before. */
  #checkWithin(price: Price, percent: string, at: number): void {
    const [to, limit] = [unitsOf(price), unitsOf(percent)];
    for (let revision = this.revision; revision >= 0; revision -= 1) {
      const one = this.#prices[revision];
      if (one === undefined) return;
      const from = unitsOf(one.price);
      const moved = to > from ? to - from : from - to;
      must('approvals', moved * 1_000_000n <= from * limit, 'one admin moved the price beyond the limit');
      if (one.at <= at - dayMs) return;
    }
  }
}
