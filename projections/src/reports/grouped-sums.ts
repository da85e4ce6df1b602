/** The sum of a group, begun when its first row comes. */
export function sumOf<Key, Sum>(sums: Map<Key, Sum>, key: Key, begin: () => Sum): Sum {
  const existing = sums.get(key);
  if (existing !== undefined) return existing;
  const sum = begin();
  sums.set(key, sum);
  return sum;
}

/** The sum of each day in Korea from the first to the last, also of those without rows. */
export const resultsByDay = <Result extends object>(
  days: Map<string, { readonly result: Result }>,
  begin: () => { readonly result: Result },
): (Result & { readonly day: string })[] =>
  [...consecutiveDays(days.keys())].map((day) => ({ day, ...sumOf(days, day, begin).result }));

function* consecutiveDays(days: Iterable<string>): Generator<string, void, undefined> {
  const sorted = [...days].sort();
  const last = sorted.at(-1) ?? '';
  for (let day = sorted[0]; day !== undefined && day <= last; day = dayAfter(day)) yield day;
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
