import { failure } from './request-failure.ts';

const deepest = 32;
/** More than any call has. */
const valuesMax = 20_000;

/**
 * Whether JSON text holds so many values that parsing would take long: a million take seconds, while nothing else is
 * served. An image's data URL is one value; commas and brackets of other texts count, too.
 */
export function hasTooManyValues(json: string): boolean {
  if (json.length <= valuesMax) return false;
  const beginnings = /[,[{]/g;
  let values = 0;
  while (values <= valuesMax && beginnings.test(json)) values += 1;
  return values > valuesMax;
}

/**
 * Refuses harmful input that no client sends: nesting beyond 32 levels, prototype keys and NUL characters (which
 * Postgres cannot store). Not recursive.
 */
export function refuseHarmfulShape(input: unknown): void {
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw failure('BAD_REQUEST', { fields: { '': 'nested too deeply' } });
    level = level.flatMap(valuesIn);
  }
}

function valuesIn(value: unknown): readonly unknown[] {
  if (typeof value === 'string') refuseNul(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).map((key) => {
    if (key === '__proto__') throw failure('BAD_REQUEST', { fields: { '': 'a key that is not allowed' } });
    refuseNul(key);
    return (value as Record<string, unknown>)[key];
  });
}

function refuseNul(text: string): void {
  if (text.includes('\u0000')) throw failure('BAD_REQUEST', { fields: { '': 'a NUL character' } });
}
