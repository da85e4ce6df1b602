import type { MemberId } from '@matgyo/contracts/ids';
import {
  type KeptRow,
  type KeptTableName,
  keptTables,
  type RowValues,
  rowSeal,
  type SealedEntry,
} from '@matgyo/projections/proofs/kept-rows';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { findRows } from './find-rows.ts';
import { entriesOfProgram, rowHistory } from './row-history.ts';

/** What a member's row is used for: how others pay them, or where their codes are sent. */
export type MemberUse = 'payout' | 'phone';

/**
 * Compares rows with their entries in the audit log when they are used, so that a row that was changed by SQL is not used
 * until `npm run verify` finds it. A row that a write of the program found changed counts as changed, too. `within`: where
 * several reads have to agree, a transaction at isolation level repeatable read.
 */
export interface RowCheck {
  /** The row's columns as they were compared. @throws RequestFailure RECORD_MISMATCH */
  row<Name extends KeptTableName>(within: Database, table: Name, key: string): Promise<ColumnsOf<Name>>;
  /**
   * The row of a member with the rows that belong to the use: all changes of payout data, or the last change of the phone by
   * staff. @throws RequestFailure RECORD_MISMATCH
   */
  member(within: Database, memberId: MemberId, use: MemberUse): Promise<void>;
  /** The member's columns; undefined where `member` refuses. */
  memberIfWhole(
    within: Database,
    memberId: MemberId,
    use: MemberUse,
  ): Promise<ColumnsOf<'app.members'> | undefined>;
}

export type ColumnsOf<Name extends KeptTableName> = Readonly<
  Record<(typeof keptTables)[Name]['columns'][number], RowValues[number]>
>;

export interface RowCheckDependencies {
  /** TOKEN_SECRET, or the installation's own. */
  readonly secret: string;
  readonly logger: Logger;
  /** Called for each row that is not used. */
  readonly refused: (table: KeptTableName) => void;
}

interface Named {
  readonly table: KeptTableName;
  readonly key: string;
  /** See `rowHistory`. */
  readonly isAnew?: (rows: readonly string[]) => boolean;
}

/** Every write sets all that counts, whatever was there before. */
const writtenWhole: readonly KeptTableName[] = ['app.credentials', 'app.authenticators'];
const changes = 'app.payout_changes';
const nameOf = ({ table, key }: Pick<KeptRow, 'table' | 'key'>): string => `${table} ${key}`;
const namesIn = (rows: readonly string[]) => rows.map((row) => row.split(' ').slice(0, 2).join(' '));

export function createRowCheck({ secret, logger, refused }: RowCheckDependencies): RowCheck {
  const seal = rowSeal(secret);

  async function find(within: Database, wanted: readonly Named[], payoutsOf: readonly MemberId[] = []) {
    const { rows, entries } = await findRows(within, wanted, payoutsOf);
    return {
      rows: new Map(rows.map((row) => [nameOf(row), row])),
      entries: entriesOfProgram(seal, entries),
    };
  }
  type Found = Awaited<ReturnType<typeof find>>;

  /** Those that are not as the program left them. */
  const changedOf = ({ rows, entries }: Found, wanted: readonly Named[]): readonly Named[] =>
    wanted.filter(({ table, key, isAnew }) => {
      const { hash, isWhole } = rowHistory(entries, nameOf({ table, key }), isAnew);
      const row = rows.get(nameOf({ table, key })) ?? { table, key, values: null };
      // A row that was never there has no entry.
      const isAsLeft = hash === undefined ? row.values === null : hash === seal.of(row);
      return !(isAsLeft && isWhole);
    });

  async function findMember(within: Database, memberId: MemberId, use: MemberUse) {
    const own = { table: 'app.members', key: memberId } as const;
    if (use === 'phone') {
      const change = { table: 'app.phone_changes_by_staff', key: memberId } as const;
      const wanted = [{ ...own, isAnew: isWrittenWith(nameOf(change)) }, change];
      const found = await find(within, wanted);
      return { found, changed: changedOf(found, wanted) };
    }
    const found = await find(within, [own], [memberId]);
    const wanted = [{ ...own, isAnew: isWrittenWith(changes) }, ...payoutChangesOf(memberId, found)];
    return { found, changed: changedOf(found, wanted) };
  }

  function refuse(changed: readonly Named[]): void {
    if (changed.length === 0) return;
    for (const { table, key } of changed) {
      logger.error({ table, key }, 'a row that was changed beside the program was not used');
      refused(table);
    }
    throw failure('RECORD_MISMATCH');
  }

  return {
    async row(within, table, key) {
      const name = nameOf({ table, key });
      const wanted = { table, key, ...(writtenWhole.includes(table) && { isAnew: isWrittenWith(name) }) };
      const found = await find(within, [wanted]);
      refuse(changedOf(found, [wanted]));
      return columnsOf(table, found.rows.get(name));
    },

    async member(within, memberId, use) {
      refuse((await findMember(within, memberId, use)).changed);
    },

    async memberIfWhole(within, memberId, use) {
      const { found, changed } = await findMember(within, memberId, use);
      if (changed.length > 0) return undefined;
      return columnsOf('app.members', found.rows.get(nameOf({ table: 'app.members', key: memberId })));
    },
  };
}

const isWrittenWith = (name: string) => (rows: readonly string[]) =>
  rows.some((row) => row.startsWith(`${name} `));

/** Changes that are there, and those that the program made, which may have been removed: their entries name the member, too. */
function payoutChangesOf(
  memberId: MemberId,
  found: { readonly rows: ReadonlyMap<string, KeptRow>; readonly entries: readonly SealedEntry[] },
): readonly Named[] {
  const ofMember = (names: readonly string[]) =>
    names.includes(nameOf({ table: 'app.members', key: memberId })) ? names : [];
  const named = found.entries.flatMap(({ rows }) => ofMember(namesIn(rows)));
  const idsIn = (names: Iterable<string>) =>
    [...names].flatMap((name) => (name.startsWith(`${changes} `) ? (name.split(' ')[1] ?? []) : []));
  return [...new Set(idsIn([...found.rows.keys(), ...named]))].map((key) => ({
    ...{ table: changes, key },
    // A later change of the same member does not build on this one.
    isAnew: (rows) => idsIn(ofMember(namesIn(rows))).some((id) => BigInt(id) > BigInt(key)),
  }));
}

function columnsOf<Name extends KeptTableName>(table: Name, row: KeptRow | undefined): ColumnsOf<Name> {
  const columns: readonly string[] = keptTables[table].columns;
  return Object.fromEntries(
    columns.map((column, index) => [column, row?.values?.[index] ?? null]),
  ) as unknown as ColumnsOf<Name>;
}
