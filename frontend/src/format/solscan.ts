/** Where a transaction or a wallet can be looked up. It is only linked to: the client fetches nothing from there. */
export const solscanUrl = (what: 'tx' | 'account', id: string): string =>
  `https://solscan.io/${what}/${encodeURIComponent(id)}`;

/** The signature in the address of a transaction at any explorer; else the text as it is. */
export const signatureIn = (text: string): string =>
  /\/(?:tx|transaction)\/(\w+)/.exec(text)?.[1] ?? text.trim();
