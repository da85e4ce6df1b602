import { type Side, sides } from '@matgyo/contracts/ids';
import { isWithinShare } from './units.ts';

/** How long a program with an earlier configuration may run beside a newer one. */
const besideMs = 86_400_000;

/** By which share of an order's price a match may be worse for its owner, as the configuration was over time. */
export class PriceTolerances {
  readonly #stated: { readonly from: number; readonly tolerance: string | undefined }[] = [];

  /** `isFirst`: no trade was proposed before, under a tolerance that was not stated. */
  state(tolerance: string, from: string, isFirst: boolean): void {
    if (this.#stated.length === 0 && !isFirst) this.#stated.push({ from: 0, tolerance: undefined });
    this.#stated.push({ from: Date.parse(from), tolerance });
  }

  /**
   * The sides for which a price is worse than the tolerances in force at that time and in the day before allow. None
   * where one of them was not stated.
   */
  beyond(price: bigint, at: string, limits: Readonly<Record<Side, bigint>>): readonly Side[] {
    const earliest = Date.parse(at) - besideMs;
    const inForce = this.#stated.filter((_, index) => {
      const next = this.#stated[index + 1];
      return next === undefined || next.from >= earliest;
    });
    if (inForce.length === 0) return [];
    const worse = { sell: limits.sell - price, buy: price - limits.buy };
    return sides.filter((side) =>
      inForce.every(
        ({ tolerance }) => tolerance !== undefined && !isWithinShare(worse[side], limits[side], tolerance),
      ),
    );
  }
}
