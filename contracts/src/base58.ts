const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * The number of bytes `text` encodes in base 58; undefined if it is not base 58 or longer than `longest` characters.
 */
export function base58Bytes(text: string, longest: number): number | undefined {
  if (text === '' || text.length > longest) return undefined;
  let value = 0n;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  // Every leading 1 is a zero byte.
  let bytes = text.length - text.replace(/^1+/, '').length;
  for (; value > 0n; value >>= 8n) bytes += 1;
  return bytes;
}
