import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';

/** The member with this nickname, in whatever case it is written. */
export async function memberIdOf(db: Database, nickname: string): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('app.members')
    .select('id')
    .where('nickname_key', '=', nickname.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}
