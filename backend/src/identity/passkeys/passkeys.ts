import type { Database } from '../../platform/database/tables.ts';
import type { RowCheck } from '../../proof/sealed-rows/row-check.ts';
import type { Challenges } from './challenges.ts';
import { createPasskeyRegistration } from './passkey-registration.ts';
import { createPasskeySigning } from './passkey-signing.ts';
import { createStoredPasskeys } from './stored-passkeys.ts';

export type Passkeys = ReturnType<typeof createPasskeys>;

export function createPasskeys(db: Database, rowCheck: RowCheck, challenges: Challenges) {
  const stored = createStoredPasskeys(db);
  return {
    ...stored,
    ...createPasskeyRegistration(stored, challenges),
    ...createPasskeySigning({ db, rowCheck, stored, challenges }),
  };
}
