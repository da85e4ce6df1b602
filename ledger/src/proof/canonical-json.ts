/** Deeper data is refused: nothing in the ledger nests, and a malicious body must not exhaust the stack. */
const deepestNesting = 64;

/**
 * The canonical text of a JSON value: keys in code unit order, no white space. Equal values give the same text,
 * whatever the order of their keys, also after a round trip through `JSON.parse`.
 *
 * Throws `TypeError` for values that JSON would silently change or drop: `undefined`, functions, symbols, bigint,
 * non-finite numbers, holes in arrays, and objects that are not plain (the caller has to convert a `Date` or a
 * `Decimal`).
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > deepestNesting) throw new TypeError('nested too deeply for JSON that can be hashed');
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no form in JSON`);
      return String(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
    default:
      throw new TypeError(`${typeof value} has no form in JSON`);
  }
}

function writeArray(items: readonly unknown[], depth: number): string {
  let text = '[';
  // By index: an iteration could skip a hole, and the text would not show the array's length.
  for (let index = 0; index < items.length; index += 1)
    text += (index === 0 ? '' : ',') + write(items[index], depth + 1);
  return `${text}]`;
}

function writeObject(object: object, depth: number): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('only plain objects have one form in JSON');
  const fields = object as Record<string, unknown>;
  let text = '{';
  for (const key of sorted(Object.keys(fields)))
    text += (text === '{' ? '' : ',') + keyText(key) + write(fields[key], depth + 1);
  return `${text}}`;
}

/** Sorts in place; an event's few keys by insertion, at half the cost of `sort`. */
function sorted(keys: string[]): readonly string[] {
  if (keys.length > 32) return keys.sort();
  for (let next = 1; next < keys.length; next += 1) {
    const key = keys[next] as string;
    let place = next;
    for (; place > 0 && (keys[place - 1] as string) > key; place -= 1)
      keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return keys;
}

/** Characters that JSON escapes; also surrogate pairs, since `JSON.stringify` escapes unpaired ones only. */
const escaped = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

const quote = (text: string): string => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);

/** A cache of quoted keys, which are few and repeated in every event; limited against malicious input. */
const keyTexts = new Map<string, string>();
const keyTextsMax = 1_000;

function keyText(key: string): string {
  let text = keyTexts.get(key);
  if (text === undefined) {
    text = `${quote(key)}:`;
    if (keyTexts.size < keyTextsMax && key.length <= 100) keyTexts.set(key, text);
  }
  return text;
}
