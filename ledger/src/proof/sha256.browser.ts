import { hexOf } from './hex.ts';

/*
 * SHA-256 (FIPS 180-4) for environments without node:crypto. The browser's own is asynchronous, and missing on plain
 * http; with this one the proof code is the same everywhere. Tested against node:crypto.
 */

/** The first 32 bits of the fractional parts of the roots of the first primes. */
const rootBits = (root: (prime: number) => number, count: number): readonly number[] =>
  primes(count).map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

const constants = rootBits(Math.cbrt, 64);
const initial = rootBits(Math.sqrt, 8);

const blockBytes = 64;
const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** SHA-256 of bytes, or of a text in UTF-8. */
export function sha256(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = padded(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  const view = new DataView(bytes.buffer);
  const state = Int32Array.from(initial);
  const expected = new Int32Array(64);
  for (let offset = 0; offset < bytes.length; offset += blockBytes) {
    for (let index = 0; index < 16; index += 1) expected[index] = view.getInt32(offset + index * 4);
    extend(expected);
    compress(state, expected);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

/** The same in hex. */
export const sha256Hex = (content: string | Uint8Array): string => hexOf(sha256(content));

/** A 1 bit, zeros up to a whole number of blocks, and the length in bits. */
function padded(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = content;
  const bytes = new Uint8Array(Math.ceil((length + 9) / blockBytes) * blockBytes);
  bytes.set(content);
  bytes[length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(length) * 8n);
  return bytes;
}

const at = (expected: Int32Array, index: number): number => expected[index] as number;

function extend(expected: Int32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [at(expected, index - 15), at(expected, index - 2)];
    const one = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const other = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    expected[index] = at(expected, index - 16) + one + at(expected, index - 7) + other;
  }
}

function compress(state: Int32Array, expected: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let index = 0; index < 64; index += 1) {
    const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixedE + chosen + (constants[index] as number) + at(expected, index)) | 0;
    const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + mixedA + majority) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word;
}
