import type { PricePoint } from '../../api/price.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';

/** Space above and below the line, so that its ends are not cut off. */
const margin = 0.15;

/**
 * Without the prices that were replaced within their minute, as after a typing error: a chart of days has no room for
 * them, and its labels would name the same minute twice.
 */
export const lastOfEachMinute = <Point extends PricePoint>(newestFirst: readonly Point[]): readonly Point[] =>
  newestFirst.filter(({ setAt }, index) => {
    const next = newestFirst[index - 1];
    return next === undefined || dateTimeInKorea(next.setAt) !== dateTimeInKorea(setAt);
  });

/**
 * The line and the area below it, in a drawing of `size`; time runs from the oldest point to `now`. Floats are precise
 * enough for pixels.
 */
export function stepPath(
  newestFirst: readonly PricePoint[],
  now: string,
  { width, height }: { readonly width: number; readonly height: number },
): { line: string; area: string } {
  const points = newestFirst
    .toReversed()
    .map(({ price, setAt }) => ({ at: Date.parse(setAt), value: Number(price) }));
  const [first] = points;
  if (first === undefined) return { line: '', area: '' };
  const end = Math.max(Date.parse(now), ...points.map(({ at }) => at));
  const span = Math.max(1, end - first.at);
  const lowest = Math.min(...points.map(({ value }) => value));
  const highest = Math.max(...points.map(({ value }) => value));
  const x = (at: number) => round(((at - first.at) / span) * width);
  const y = (value: number) => {
    const share = highest === lowest ? 0.5 : (value - lowest) / (highest - lowest);
    return round(height * (1 - margin - share * (1 - 2 * margin)));
  };
  const steps = points.map(({ at, value }, index) =>
    index === 0 ? `M0 ${y(value)}` : `H${x(at)}V${y(value)}`,
  );
  const line = `${steps.join('')}H${width}`;
  return { line, area: `${line}V${height}H0z` };
}

const round = (value: number): number => Math.round(value * 100) / 100;
