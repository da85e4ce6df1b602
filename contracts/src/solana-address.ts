import { base58Bytes } from './base58.ts';

/** Whether `text` is 32 bytes in base 58, as Solana's addresses are. A TRON address has the same letters and 25 bytes. */
export const isSolanaAddress = (text: string): boolean => base58Bytes(text, 44) === 32;

/** Whether `text` is 64 bytes in base 58, as the signatures are that name Solana's transactions. */
export const isSolanaSignature = (text: string): boolean => base58Bytes(text, 88) === 64;
