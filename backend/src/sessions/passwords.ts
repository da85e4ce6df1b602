import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../http/turns.ts';

/** Each costs 19 MiB and about 40 ms of a core: more at once would starve everything else. */
const atOnce = 2;
const mostWaiting = 64;

/** argon2id: 19 MiB, two passes, one lane (docs/http.md). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** @throws RequestFailure UNAVAILABLE when too many are waiting already. */
  hash(password: string): Promise<string>;
  /** Without a stored hash it works as long and answers false, so that nobody learns which accounts exist. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

export async function createPasswords(): Promise<Passwords> {
  const inTurn = createTurns({ atOnce, mostWaiting });
  const nobodys = await hash(randomBytes(16).toString('hex'), parameters);
  return {
    hash: (password) => inTurn(() => hash(password, parameters)),
    verify: (stored, password) =>
      inTurn(async () => (await verify(stored ?? nobodys, password)) && stored !== undefined),
  };
}
