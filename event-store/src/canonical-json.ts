/** Deeper data than this is refused: nothing in the ledger nests, and a hostile body must not exhaust the stack. */
const deepestNesting = 64;

/**
 * The one text of a JSON value: keys in code unit order, no white space. Two values with the same meaning give
 * the same text, whatever order their keys were written in, also after a round trip through `JSON.parse`.
 *
 * Throws `TypeError` for what JSON would silently change or drop: `undefined`, functions, symbols, bigint,
 * non-finite numbers, holes in arrays, and objects that are not plain (a `Date` or a `Decimal` says itself what
 * text it becomes, so the writer has to).
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > deepestNesting) throw new TypeError('nested too deeply for JSON that can be hashed');
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no form in JSON`);
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
    default:
      throw new TypeError(`${typeof value} has no form in JSON`);
  }
}

function writeArray(items: readonly unknown[], depth: number): string {
  const texts: string[] = [];
  // By index: `map` would skip a hole, and the text would no longer say how long the array is.
  for (let index = 0; index < items.length; index += 1) texts.push(write(items[index], depth + 1));
  return `[${texts.join(',')}]`;
}

function writeObject(object: object, depth: number): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError('only plain objects have one form in JSON');
  }
  const fields = object as Record<string, unknown>;
  const texts = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${write(fields[key], depth + 1)}`);
  return `{${texts.join(',')}}`;
}
