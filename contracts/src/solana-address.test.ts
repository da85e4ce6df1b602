import { describe, expect, it } from 'vitest';
import { isSolanaAddress, isSolanaSignature } from './solana-address.ts';

describe('an address of the Solana network', () => {
  it.each([
    '4Nd1mYQn7r9wH2vXkT8sLbZcJ5fGqPuRaEiWoDyVhM3x',
    '11111111111111111111111111111111',
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    'So11111111111111111111111111111111111111112',
  ])('%s is one', (address) => {
    expect(isSolanaAddress(address)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['nonsense', 'too short'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRON'],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'Ethereum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'Bitcoin'],
    ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8Benw', 'letters are missing'],
    ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNY0', 'a letter that base 58 leaves out'],
    ['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '33 bytes'],
    [' Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'a space in front'],
  ])('%s is none: %s', (address) => {
    expect(isSolanaAddress(address)).toBe(false);
  });
});

describe('a signature of a Solana transaction', () => {
  it.each([
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
    '3'.repeat(87),
  ])('%s is one', (signature) => {
    expect(isSolanaSignature(signature)).toBe(true);
  });

  it.each([
    '',
    '3'.repeat(86),
    '3'.repeat(89),
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    '0'.repeat(87),
  ])('%s is none', (text) => {
    expect(isSolanaSignature(text)).toBe(false);
  });
});
