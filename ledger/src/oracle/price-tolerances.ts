import { type Side, sides } from '@matgyo/contracts/ids';
import { isWithinShare } from './units.ts';

/** How long a program with an earlier configuration may run beside a newer one. */
export const besideMs = 86_400_000;

/** By which share of an order's price a match may be worse for its owner, as the configuration was over time. */
export class PriceTolerances {
  readonly #changes: { readonly from: number; readonly tolerance: string | undefined }[] = [];

  /** `isFirst`: no trade was proposed before, under a tolerance that no event named. */
  state(tolerance: string, from: string, isFirst: boolean): void {
    if (this.#changes.length === 0 && !isFirst) this.#changes.push({ from: 0, tolerance: undefined });
    this.#changes.push({ from: Date.parse(from), tolerance });
  }

  /**
   * The sides for which a price is worse than the tolerances in force at that time and in the day before allow. None
   * where one of them is unknown.
   */
  beyond(price: bigint, at: string, limits: Readonly<Record<Side, bigint>>): readonly Side[] {
    const earliest = Date.parse(at) - besideMs;
    const inForce = this.#changes.filter((_, index) => {
      const next = this.#changes[index + 1];
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
