import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing } from '@matgyo/projections/if-missing';
import type { Config } from '../../config.ts';
import { writeDurably } from '../../platform/durable-file.ts';
import type { SeedMember } from './seed-members.ts';

export interface SignIn {
  readonly role: SeedMember['role'];
  readonly nickname: string;
  readonly password: string;
}

export const signInsFile = (dataDir: string): string => path.join(dataDir, 'demo-sign-ins.txt');

/** Without letters and digits that are easily confused. */
const letters = 'abcdefghjkmnpqrstuvwxyz';
const digits = '23456789';
const characters = letters + digits;

const oneOf = (from: string): string => from.charAt(randomInt(from.length));

/** 12 characters, about 59 random bits, with a letter and a digit as section 5 of the specification asks. */
const newPassword = (): string =>
  oneOf(letters) + oneOf(digits) + Array.from({ length: 10 }, () => oneOf(characters)).join('');

/**
 * One password for each account, stored in a file of the data folder that only its owner may read. Passwords already in
 * the file stay; the configured first admin has the configured password, which is not written to the file.
 */
export async function signInsOf(
  { dataDir, firstAdmin }: Pick<Config, 'dataDir' | 'firstAdmin'>,
  seedMembers: readonly SeedMember[],
): Promise<readonly SignIn[]> {
  const stored = await storedPasswords(dataDir);
  const signIns = seedMembers.map(({ key, role, nickname }): SignIn => {
    const configured = key === 'admin' ? firstAdmin?.password : undefined;
    return { role, nickname, password: configured ?? stored.get(nickname) ?? newPassword() };
  });
  await writeDurably(signInsFile(dataDir), tableOf(signIns, firstAdmin));
  return signIns;
}

/** One line each for the terminal: role, nickname and password. */
export function tableOf(signIns: readonly SignIn[], firstAdmin: Config['firstAdmin']): string {
  const lines = signIns.map(({ role, nickname, password }) => {
    const shown = role === 'admin' && nickname === firstAdmin?.nickname ? '(ADMIN_PASSWORD)' : password;
    return `${role.padEnd(9)}${nickname.padEnd(12)}${shown}\n`;
  });
  return ['Demo market: sign in as\n', ...lines].join('');
}

async function storedPasswords(dataDir: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(signInsFile(dataDir), 'utf8').catch(ifMissing(''));
  const lines = text.matchAll(/^(?:admin|manager|member) +(\S+) +([a-z0-9]+)$/gm);
  return new Map(Array.from(lines, ([, nickname = '', password = '']) => [nickname, password]));
}
