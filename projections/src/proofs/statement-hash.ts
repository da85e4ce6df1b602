import { hash } from 'node:crypto';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';

export interface HashedStatement {
  readonly words: string;
  readonly salt: string;
  readonly imageSha256: string | null;
}

/** The hash of a statement, for events. The salt keeps a short text from being guessed. */
export const statementHash = ({ words, salt, imageSha256 }: HashedStatement): string =>
  hash('sha256', canonicalJson([salt, words, imageSha256]));
