import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import { containing } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';

/** Shown for a member whose personal data was erased. */
const erasedNickname = '***';

export const shownNickname = (nickname: string | null): string => nickname ?? erasedNickname;

/** A nickname as the public sees it: `mi***`. Very short ones show less. */
export function maskedNickname(nickname: string | null): string {
  if (nickname === null) return erasedNickname;
  return `${nickname.slice(0, nickname.length > 2 ? 2 : 1)}***`;
}

/** The ids of members with this in their nickname, in whatever case; by an index. */
export const membersNamed = (part: string) =>
  sql`(select id from app.members where nickname_key like ${containing(part.toLowerCase())})`;

/** Current nicknames by member id, without erased members. */
export async function nicknamesOf(
  db: Database,
  memberIds: readonly MemberId[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(memberIds)];
  const { rows } = await sql<{ id: MemberId; nickname: string }>`
    select id, nickname from app.members where id = any(${wanted}::text[])`.execute(db);
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

/** Rows about members with their current nicknames; null: erased. */
export async function withNicknames<Row extends { readonly memberId: MemberId }>(
  db: Database,
  rows: readonly Row[],
) {
  const nicknames = await nicknamesOf(
    db,
    rows.map(({ memberId }) => memberId),
  );
  return rows.map((row) => ({ ...row, nickname: nicknames.get(row.memberId) ?? null }));
}
