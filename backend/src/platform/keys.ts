import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidConfiguration } from '@matgyo/projections/program-fault';
import { secretFile } from '@matgyo/projections/proofs/sealed-rows';
import { variables } from '../config-variables.ts';

/** One key per purpose, so that none reveals anything about another. */
export type Keys = ReturnType<typeof keysFrom>;

export function keysFrom(secret: string) {
  // Key objects, because node:crypto makes one of bytes at each use: 25 instead of 4 µs for a hash.
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'matgyo', purpose, 32)));
  return {
    token: derive('session tokens'),
    /** Keys the hashes of one-time codes, of their phones and of the limits' counters. */
    lookup: derive('lookup hashes'),
    /** Encrypts payout data as it was before a change. */
    payouts: derive('payout data'),
    secondFactor: derive('second factor'),
    passwords: derive('passwords'),
    challenges: derive('challenges'),
    stepUps: derive('step-ups'),
    eventIds: derive('event ids'),
  } as const;
}

/** The keys of password hashes: the current one, and that of the secret before, whose hashes are replaced at the next sign-in. */
export const passwordKeys = (
  secret: string,
  previous: string | undefined,
): readonly [KeyObject, ...KeyObject[]] => [
  keysFrom(secret).passwords,
  ...(previous === undefined ? [] : [keysFrom(previous).passwords]),
];

/** HMAC-SHA-256 over the parts, hex. Without the key, guessed values cannot be tested against the table. */
export const keyedHash = (key: KeyObject, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');

/**
 * The installation's own secret: made once, kept in the folder of keys, readable by its owner only.
 * Several processes starting at once agree on one.
 */
export async function installationSecret(dataDir: string): Promise<string> {
  const secret = await madeOnce(dataDir, secretFile, () => randomBytes(48).toString('base64url'));
  // A copy made on a full disk is empty, and anyone could sign tokens with that.
  if (variables.shape.TOKEN_SECRET.safeParse(secret.trim()).success) return secret;
  throw new InvalidConfiguration(
    `${path.join(dataDir, 'keys', secretFile)} holds no secret: put back the earlier one, or set TOKEN_SECRET to it.`,
  );
}

/** Reads the file `name` in the folder of keys. The first process that needs it creates it, readable by its owner only. */
export async function madeOnce(dataDir: string, name: string, make: () => string): Promise<string> {
  const folder = path.join(dataDir, 'keys');
  const file = path.join(folder, name);
  const made = await readFile(file, 'utf8').catch(() => undefined);
  // The folder may be read-only.
  if (made !== undefined) return made;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `${name}.${randomBytes(8).toString('hex')}`);
  await writeFile(draft, make(), { mode: 0o600, flush: true });
  try {
    // Fails if the file exists, and never exposes a partly written one.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return readFile(file, 'utf8');
}
