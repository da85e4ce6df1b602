/** The end of an axis: the first of 1, 2, 5, 10, 20, 50 … not below the highest value. */
export function axisTop(values: readonly string[]): number {
  const highest = Math.max(0, ...values.map(Number));
  if (highest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const factor = [1, 2, 5, 10].find((each) => each * power >= highest) ?? 10;
  return factor * power;
}

/** The beginning of an axis; 0 without negative values. */
export const axisBottom = (values: readonly string[]): number =>
  values.some((value) => Number(value) < 0) ? -axisTop(values.map((value) => String(-Number(value)))) : 0;

/** A scale that begins at `start` and grows by 1, 2, 5, 10 … until `value` fits. */
export function grownScale(value: string, start: number): number {
  const wanted = Number(value);
  for (let power = 1; ; power *= 10)
    for (const factor of [1, 2, 5]) if (start * factor * power >= wanted) return start * factor * power;
}
