import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  test('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: { d: [1, 2], c: null } })).toBe('{"a":{"c":null,"d":[1,2]},"b":1}');
    expect(canonicalJson({ a: { c: null, d: [1, 2] }, b: 1 })).toBe('{"a":{"c":null,"d":[1,2]},"b":1}');
  });

  test('is unchanged by a round trip through JSON, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(text);
      }),
    );
  });

  test('keeps keys with a meaning in JavaScript and unpaired surrogates', () => {
    const value = JSON.parse('{"__proto__":{"admin":true},"constructor":"x","half":"\\ud800"}');
    expect(canonicalJson(value)).toBe('{"__proto__":{"admin":true},"constructor":"x","half":"\\ud800"}');
  });

  test('writes strings and numbers like JSON, and keys in code unit order', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(value, (single) => {
        expect(canonicalJson(single)).toBe(JSON.stringify(single));
      }),
    );
    const keys = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 4 }), { maxLength: 50 });
    fc.assert(
      fc.property(keys, (names) => {
        const object = Object.fromEntries(names.map((name) => [name, name]));
        const members = names.toSorted().map((name) => `${JSON.stringify(name)}:${JSON.stringify(name)}`);
        expect(canonicalJson(object)).toBe(`{${members.join(',')}}`);
      }),
    );
  });

  test.each([
    ['undefined', { a: undefined }],
    ['a hole in an array', new Array(2)],
    ['NaN', { a: Number.NaN }],
    ['an infinite number', [Number.POSITIVE_INFINITY]],
    ['a bigint', { a: 1n }],
    ['a function', { a: () => 1 }],
    ['a symbol', [Symbol('a')]],
    ['a date', { a: new Date(0) }],
    ['a map', new Map()],
  ])('refuses %s instead of changing or dropping it', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test('refuses a hundred thousand nested arrays without exhausting the stack', () => {
    let nested: unknown = [];
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    expect(() => canonicalJson(nested)).toThrow('nested too deeply');
  });
});
