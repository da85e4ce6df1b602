import type { MemberId } from '@matgyo/contracts/ids';
import {
  type KeptRow,
  type KeptTableName,
  keptTables,
  type RowSeal,
  type RowValues,
  rowSeal,
  type SealedEntry,
} from '@matgyo/projections/proofs/kept-rows';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { findRows, type WantedRows } from './find-rows.ts';
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

interface Found {
  readonly rows: ReadonlyMap<string, KeptRow>;
  readonly entries: readonly SealedEntry[];
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

export function createRowCheck({ secret, logger, refused }: RowCheckDependencies): RowCheck {
  const seal = rowSeal(secret);

  async function find(within: Database, wanted: readonly WantedRows[], names: readonly string[]) {
    const { rows, entries } = await findRows(within, wanted, names);
    return { rows: new Map(rows.map((row) => [nameOf(row), row])), stored: entries };
  }

  const changedOf = (found: Found, wanted: readonly Named[]) => changedIn(seal, found, wanted);

  /** The rows of these keys and their entries. */
  async function findByKey(within: Database, wanted: readonly Named[]): Promise<Found> {
    const byKey = wanted.map(({ table, key }) => ({ table, column: keptTables[table].key, value: key }));
    const { rows, stored } = await find(within, byKey, wanted.map(nameOf));
    return { rows, entries: entriesOfProgram(seal, stored) };
  }

  async function findPhone(within: Database, memberId: MemberId) {
    const change = { table: 'app.phone_changes_by_staff', key: memberId } as const;
    const member = { table: 'app.members', key: memberId, isAnew: isWrittenWith(nameOf(change)) } as const;
    const found = await findByKey(within, [member, change]);
    return { found, changed: changedOf(found, [member, change]) };
  }

  /** Of the changes that the entries of a member name, and those that are there, the entries are read only if there are any. */
  async function findPayouts(within: Database, memberId: MemberId) {
    const member = { table: 'app.members', key: memberId, isAnew: isWrittenWith(changes) } as const;
    const { rows, stored } = await find(
      within,
      [
        { table: 'app.members', column: 'id', value: memberId },
        { table: changes, column: 'member_id', value: memberId },
      ],
      [nameOf(member)],
    );
    const ofMember = { rows, entries: entriesOfProgram(seal, stored) };
    const ids = changeIdsOf(memberId, ofMember);
    if (ids.length === 0) return { found: ofMember, changed: changedOf(ofMember, [member]) };
    const ofChanges = await find(
      within,
      [],
      ids.map((key) => nameOf({ table: changes, key })),
    );
    const all = new Map([...stored, ...ofChanges.stored].map((entry) => [entry.sequence, entry]));
    const inOrder = [...all.values()].toSorted((a, b) => a.sequence - b.sequence);
    const found = { rows, entries: entriesOfProgram(seal, inOrder) };
    return { found, changed: changedOf(found, [member, ...ids.map((key) => change(memberId, key))]) };
  }

  const findMember = (within: Database, memberId: MemberId, use: MemberUse) =>
    use === 'phone' ? findPhone(within, memberId) : findPayouts(within, memberId);

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
      const found = await findByKey(within, [wanted]);
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

/** Those that are not as the program left them. */
const changedIn = (seal: RowSeal, { rows, entries }: Found, wanted: readonly Named[]): readonly Named[] =>
  wanted.filter(({ table, key, isAnew }) => {
    const { hash, isWhole } = rowHistory(entries, nameOf({ table, key }), isAnew);
    const row = rows.get(nameOf({ table, key })) ?? { table, key, values: null };
    // A row that was never there has no entry.
    const isAsLeft = hash === undefined ? row.values === null : hash === seal.of(row);
    return !(isAsLeft && isWhole);
  });

const isWrittenWith = (name: string) => (rows: readonly string[]) =>
  rows.some((row) => row.startsWith(`${name} `));

/** The changes that are there, and those that the program made, which may have been removed: their entries name the member, too. */
function changeIdsOf(memberId: MemberId, { rows, entries }: Found): readonly string[] {
  const named = entries.flatMap((entry) => changeIdsWith(memberId, entry.rows));
  return [...new Set([...[...rows.keys()].flatMap(changeIdIn), ...named])];
}

/** Of the rows of an entry, the changes of the member, if it names the member. */
const changeIdsWith = (memberId: MemberId, rows: readonly string[]): readonly string[] =>
  isWrittenWith(nameOf({ table: 'app.members', key: memberId }))(rows) ? rows.flatMap(changeIdIn) : [];

const changeIdIn = (row: string): readonly string[] =>
  row.startsWith(`${changes} `) ? row.split(' ').slice(1, 2) : [];

const change = (memberId: MemberId, key: string): Named => ({
  ...{ table: changes, key },
  // A later change of the same member does not build on this one.
  isAnew: (rows) => changeIdsWith(memberId, rows).some((id) => BigInt(id) > BigInt(key)),
});

function columnsOf<Name extends KeptTableName>(table: Name, row: KeptRow | undefined): ColumnsOf<Name> {
  const columns: readonly string[] = keptTables[table].columns;
  return Object.fromEntries(
    columns.map((column, index) => [column, row?.values?.[index] ?? null]),
  ) as unknown as ColumnsOf<Name>;
}
