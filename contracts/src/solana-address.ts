/** Whether `text` is 32 bytes in base 58, as Solana's addresses are. A TRON address has the same letters and 25 bytes. */
export const isSolanaAddress = (text: string): boolean => base58Bytes(text, 44) === 32;

/** Whether `text` is 64 bytes in base 58, as the signatures are that name Solana's transactions. */
export const isSolanaSignature = (text: string): boolean => base58Bytes(text, 88) === 64;

export const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** How many bytes `text` encodes in base 58; undefined if it is not base 58, or longer than `longest` characters. */
function base58Bytes(text: string, longest: number): number | undefined {
  if (text === '' || text.length > longest) return undefined;
  let value = 0n;
  for (const letter of text) {
    const digit = base58.indexOf(letter);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  // Every leading 1 is a zero byte.
  let bytes = text.length - text.replace(/^1+/, '').length;
  for (; value > 0n; value >>= 8n) bytes += 1;
  return bytes;
}
