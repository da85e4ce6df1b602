import { z } from 'zod';

/** What a solved challenge is good for. */
export type ChallengeUse = 'code' | 'sign-up' | 'sign-in' | 'recovery';

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);
const count = z.int().nonnegative();

/** A proof-of-work challenge: find the counter below `data.most` whose derived key begins with `keyPrefix`. */
const workChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    cost: count,
    keyLength: count,
    keyPrefix: hex,
    keySignature: hex,
    expiresAt: count,
    data: z.object({ most: count, use: z.string().max(20) }),
  }),
  signature: hex,
});
export type WorkChallenge = z.output<typeof workChallenge>;

/** The header `Challenge-Solution` holds its JSON in base64url. */
export const workSolution = z.object({
  challenge: workChallenge,
  solution: z.object({ counter: count, derivedKey: hex }),
});
export type WorkSolution = z.output<typeof workSolution>;
