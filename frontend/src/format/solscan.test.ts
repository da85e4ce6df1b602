import { expect, it } from 'vitest';
import { signatureIn, solscanUrl } from './solscan.ts';

const signature = `4${'h'.repeat(86)}`;

it.each([
  signature,
  ` ${signature}\n`,
  `https://solscan.io/tx/${signature}`,
  `solscan.io/tx/${signature}?cluster=mainnet-beta`,
  `https://explorer.solana.com/tx/${signature}#top`,
  `https://solanabeach.io/transaction/${signature}/`,
])('the signature is taken from %j', (text) => expect(signatureIn(text)).toBe(signature));

it('what names no transaction stays as it was typed', () => {
  expect(signatureIn('https://solscan.io/account/abc')).toBe('https://solscan.io/account/abc');
  expect(signatureIn('nonsense')).toBe('nonsense');
});

it('an address stays within its part of the link', () =>
  expect(solscanUrl('account', '../a?b')).toBe('https://solscan.io/account/..%2Fa%3Fb'));
