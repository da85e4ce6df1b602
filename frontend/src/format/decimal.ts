/** The sign of a plain decimal. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}
