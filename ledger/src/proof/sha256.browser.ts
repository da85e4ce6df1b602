import { sha256 as digestOf } from '@noble/hashes/sha2.js';
import { hexOf } from './hex.ts';

/*
 * For environments without node:crypto. The browser's own is asynchronous, and missing on plain http; with this one the
 * proof code is the same everywhere. Tested against node:crypto.
 */

/** SHA-256 of bytes, or of a text in UTF-8. */
export const sha256 = (content: string | Uint8Array): Uint8Array => digestOf(content);

export const sha256Hex = (content: string | Uint8Array): string => hexOf(sha256(content));
