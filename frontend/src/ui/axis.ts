/** Where an axis ends: the first of 1, 2, 5, 10, 20, 50 … that the highest value fits under. */
export function axisTop(values: readonly string[]): number {
  const highest = Math.max(0, ...values.map(Number));
  if (highest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const factor = [1, 2, 5, 10].find((each) => each * power >= highest) ?? 10;
  return factor * power;
}

/** Where an axis with values below zero begins; 0 without any. */
export const axisBottom = (values: readonly string[]): number =>
  values.some((value) => Number(value) < 0) ? -axisTop(values.map((value) => String(-Number(value)))) : 0;

/** A scale that begins at `start` and grows by 1, 2, 5, 10 … until `value` fits. */
export function grownScale(value: string, start: number): number {
  const wanted = Number(value);
  for (let power = 1; ; power *= 10)
    for (const factor of [1, 2, 5]) if (start * factor * power >= wanted) return start * factor * power;
}
