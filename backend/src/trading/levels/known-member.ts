import type { MemberId } from '@matgyo/contracts/ids';
import { memberIdSchema } from '@matgyo/contracts/schemas/ids';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';

/** @throws RequestFailure MEMBER_NOT_FOUND */
export async function knownMember(db: Database, text: string): Promise<MemberId> {
  const id = memberIdSchema.safeParse(text);
  const row = id.success
    ? await db
        .selectFrom('read_accounts.accounts')
        .select('member_id')
        .where('member_id', '=', id.data)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw failure('MEMBER_NOT_FOUND');
  return row.member_id;
}
