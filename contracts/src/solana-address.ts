const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const addressBytes = 32;
const longestText = 44;

/** Whether `text` is 32 bytes in base 58, as Solana's addresses are. A TRON address has the same letters and 25 bytes. */
export function isSolanaAddress(text: string): boolean {
  if (text === '' || text.length > longestText) return false;
  let value = 0n;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return false;
    value = value * 58n + BigInt(digit);
  }
  // Every 1 in front is a byte of zeros.
  let bytes = text.length - text.replace(/^1+/, '').length;
  for (; value > 0n; value >>= 8n) bytes += 1;
  return bytes === addressBytes;
}
