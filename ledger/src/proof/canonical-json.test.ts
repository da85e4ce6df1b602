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

  test('sorts any number of keys', () => {
    for (const count of [0, 1, 2, 31, 32, 33, 34, 200]) {
      const names = Array.from({ length: count }, (_, index) => `key ${(index * 7919) % 10_007}`);
      const members = names.toSorted().map((name) => `"${name}":0`);
      expect(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))).toBe(
        `{${members.join(',')}}`,
      );
    }
  });

  test('writes more different keys than are cached, and long ones', () => {
    for (let index = 0; index < 1_100; index += 1)
      expect(canonicalJson({ [`cached ${index}`]: 0 })).toBe(`{"cached ${index}":0}`);
    for (const key of ['cached 0', 'cached 1099', 'k'.repeat(100), 'k'.repeat(101)])
      for (let times = 0; times < 2; times += 1) expect(canonicalJson({ [key]: 0 })).toBe(`{"${key}":0}`);
  });

  test('writes objects without a prototype', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
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
    expect(() => canonicalJson(value)).toThrow(/form in JSON/);
  });

  test('refuses a hundred thousand nested arrays without exhausting the stack', () => {
    let nested: unknown = [];
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    expect(() => canonicalJson(nested)).toThrow('nested too deeply');
  });

  test.each([
    ['arrays', (inner: unknown) => [inner]],
    ['objects', (inner: unknown) => ({ inner })],
  ])('writes 64 levels of %s, and refuses one more', (_, around) => {
    let nested: unknown = 0;
    for (let depth = 0; depth < 64; depth += 1) nested = around(nested);
    expect(JSON.parse(canonicalJson(nested))).toEqual(nested);
    expect(() => canonicalJson(around(nested))).toThrow('nested too deeply');
  });
});
