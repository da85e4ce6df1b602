/** A piece of a message: plain text, or a link. */
export interface Piece {
  readonly text: string;
  readonly href?: string;
}

const candidate = /https?:\/\/[^\s<>"'`\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gi;
/** Punctuation after an address. */
const trailing = /[.,!?;:)\]}’”」』…]+$/;

/**
 * Splits a message at its links. A link must be http or https, have no user name before the host, and a host that reads
 * as it is spelt: it must lead where it seems to.
 */
export function piecesOf(message: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of message.matchAll(candidate)) {
    const text = found.replace(trailing, '');
    if (!isPlain(text)) continue;
    if (index > end) pieces.push({ text: message.slice(end, index) });
    pieces.push({ text, href: text });
    end = index + text.length;
  }
  if (end < message.length) pieces.push({ text: message.slice(end) });
  return pieces;
}

function isPlain(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const host = text.replace(/^https?:\/\//i, '').split(/[/?#]/)[0] ?? '';
  return (
    url.host !== '' &&
    host.toLowerCase().replace(/:(80|443)$/, '') === url.host &&
    !/(^|\.)xn--/.test(url.host)
  );
}
