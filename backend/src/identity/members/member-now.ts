import { memberStream } from '@matgyo/contracts/streams';
import { type Account, accountDecider } from '@matgyo/ledger/account/account';
import type { Ledger } from '../../platform/commands/execute-on-stream.ts';
import { loadStream, type StreamHistory } from '../../platform/commands/stream-history.ts';
import type { Database } from '../../platform/database/tables.ts';
import { type MemberRow, memberById } from './member-query.ts';

/** A member by the row and by the ledger's stream, because the read model may be late or halted. */
export interface MemberNow {
  readonly row: MemberRow;
  readonly account: StreamHistory<Account>;
}

/** Undefined when there is no such account. */
export async function memberNow(
  db: Database,
  { log }: Pick<Ledger, 'log'>,
  id: MemberRow['id'],
): Promise<MemberNow | undefined> {
  const row = await memberById(db, id);
  const account = await loadStream(log, memberStream(id), accountDecider);
  const { state } = account;
  if (row === undefined || state.status === 'none') return undefined;
  const { status, roles, referralCode: referral_code } = state;
  const flags = { admin: roles.includes('admin'), manager: roles.includes('manager') };
  return { row: { ...row, ...flags, status, referral_code }, account };
}
