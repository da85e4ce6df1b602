import type { KeyObject } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { pagesOf } from '@matgyo/projections/pages';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { MemberUse } from '../../proof/sealed-rows/row-check.ts';
import type { Shared } from '../../shared.ts';
import { whosePhone } from './phone-changes.ts';
import { openText, sealText } from './sealed-text.ts';

interface ResealDependencies extends Pick<Shared, 'db' | 'sealedRows' | 'rowCheck'> {
  readonly key: KeyObject;
  /** Of `TOKEN_SECRET_PREVIOUS`. */
  readonly previousKey: KeyObject;
}

interface SealedValue {
  readonly key: string;
  readonly member_id: MemberId;
  readonly sealed_before: string;
}

/** Few enough for one transaction, because other entries of the audit log wait for its end. */
const rowsOfAPage = 100;

/** A column with encrypted text; `whose`: see `openText`. */
interface Place {
  readonly table: 'app.payout_changes' | 'app.phone_changes_by_staff';
  readonly column: string;
  readonly type: string;
  readonly use: MemberUse;
  readonly whose: (memberId: MemberId) => string;
}

const places: readonly Place[] = [
  { table: 'app.payout_changes', column: 'id', type: 'bigint', use: 'payout', whose: (id) => id },
  { table: 'app.phone_changes_by_staff', column: 'member_id', type: 'text', use: 'phone', whose: whosePhone },
];

/**
 * Encrypts with the current key what was encrypted with the previous one: payout data and phones from before a change.
 * Without them a member whose bank account was being changed would have none. Can be repeated, also by several
 * backends at once. Returns the number of rows.
 */
export async function resealPrevious(deps: ResealDependencies): Promise<number> {
  let resealed = 0;
  for (const place of places) {
    const page = (after: string | undefined) => resealPage(deps, place, after);
    for await (const rows of pagesOf({ start: undefined, size: rowsOfAPage }, page, ({ key }) => key))
      resealed += rows.filter(({ isResealed }) => isResealed).length;
  }
  return resealed;
}

async function resealPage(deps: ResealDependencies, place: Place, after: string | undefined) {
  const { db, sealedRows, key } = deps;
  const { table, column, type, whose } = place;
  const id = sql.ref(column);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<SealedValue>`
      select ${id}::text as key, member_id, sealed_before from ${sql.table(table)}
      where sealed_before is not null and ${after === undefined ? sql`true` : sql`${id} > ${after}::${sql.raw(type)}`}
      order by ${id} limit ${rowsOfAPage} for update`.execute(trx);
    const opened = await openPrevious(trx, deps, place, rows);
    for (const { key: row, member_id, text } of opened)
      await sql`update ${sql.table(table)} set sealed_before = ${sealText(key, whose(member_id), text)}
        where ${id} = ${row}::${sql.raw(type)}`.execute(trx);
    await sealedRows.enter(trx, { [table]: opened.map(({ key: row }) => row) });
    return rows.map(({ key: row }) => ({ key: row, isResealed: opened.some((one) => one.key === row) }));
  });
}

/** The texts that only the previous key opens. Not of rows that were changed by SQL: the program would vouch for them. */
async function openPrevious(
  trx: Database,
  { rowCheck, key, previousKey }: ResealDependencies,
  { use, whose }: Place,
  rows: readonly SealedValue[],
) {
  const opened = [];
  for (const row of rows) {
    const [of, sealed] = [whose(row.member_id), row.sealed_before];
    const text = openText(key, of, sealed) === undefined ? openText(previousKey, of, sealed) : undefined;
    if (text !== undefined && (await rowCheck.memberIfWhole(trx, row.member_id, use)) !== undefined)
      opened.push({ ...row, text });
  }
  return opened;
}
