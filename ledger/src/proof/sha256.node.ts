import { hash } from 'node:crypto';

/** SHA-256 of bytes, or of a text in UTF-8. */
export const sha256 = (content: string | Uint8Array): Uint8Array => hash('sha256', content, 'buffer');

export const sha256Hex = (content: string | Uint8Array): string => hash('sha256', content, 'hex');
