import { createHash } from 'node:crypto';
import { type CaseId, ledgerIdFrom, type TradeId } from '@matgyo/contracts/ids';
import { base58 } from '@matgyo/contracts/solana-address';
import { inviteCodeFrom } from '../../identity/members/registration.ts';
import { uuidV5 } from '../../platform/commands/event-ids.ts';

const demoCommands = '6a1d1c1e-52a5-5c0f-8a0c-0d5f4b3f9e27';

/** The id of a command of the demo market: always the same, so that a repeat appends nothing twice. */
export const commandIdOf = (name: string): string => uuidV5(demoCommands, name);

export const nameBytes = (name: string): Buffer => createHash('sha256').update(`demo ${name}`).digest();

/** An id whose time is `atMs` and whose rest is derived from a name. */
export const idOf = (name: string, atMs: number): string =>
  ledgerIdFrom(atMs, nameBytes(name).toString('hex', 0, 8));

/** The id of the only dispute about a trade; its time is the trade's. */
export const caseIdOf = (tradeId: TradeId): CaseId =>
  idOf(`dispute about ${tradeId}`, Number.parseInt(tradeId.slice(0, 8), 16) * 1_000) as CaseId;

export const inviteCodeOf = (key: string): string => inviteCodeFrom(nameBytes(`invite ${key}`));

/** A signature shaped like that of a Solana transaction: 87 digits in base 58, 64 bytes. */
export function signatureOf(name: string): string {
  const bytes = Buffer.concat([1, 2, 3].map((part) => nameBytes(`${name} ${part}`))).subarray(0, 86);
  return `4${Array.from(bytes, (byte) => base58[byte % base58.length]).join('')}`;
}
