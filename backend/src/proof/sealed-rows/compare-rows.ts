import type { MemberId } from '@matgyo/contracts/ids';
import {
  type RowSeal,
  type SealedEntry,
  type SealedRow,
  type SealedTableName,
  sealedTables,
} from '@matgyo/projections/proofs/sealed-rows';
import type { Database } from '../../platform/database/tables.ts';
import { findRows } from './find-rows.ts';
import { entriesOfProgram, rowHistory } from './row-history.ts';
import { nameOf } from './sealed-rows.ts';

/** Rows with the entries of the program that name them. */
interface Found {
  readonly rows: ReadonlyMap<string, SealedRow>;
  readonly entries: readonly SealedEntry[];
}

interface Named {
  readonly table: SealedTableName;
  readonly key: string;
  /** See `rowHistory`. */
  readonly isAnew?: (rows: readonly string[]) => boolean;
}

/** `changed`: those that are not as the program left them. */
export interface Compared {
  readonly found: Found;
  readonly changed: readonly Named[];
}

/** The rows of a member with those of another table that their entries name together with the member's. */
interface WithOthers {
  readonly memberId: MemberId;
  readonly table: 'app.payout_changes' | 'app.passkeys';
  /** Those whose entries are read first. */
  readonly first: readonly Named[];
  readonly other: (key: string) => Named;
}

/** Every write sets all that counts, whatever was there before. */
const writtenWhole: readonly SealedTableName[] = ['app.credentials', 'app.authenticators'];
const changes = 'app.payout_changes';

export function createRowComparison(seal: RowSeal) {
  const changedOf = (found: Found, wanted: readonly Named[]) => changedIn(seal, found, wanted);

  /** The rows of these keys and their entries. */
  async function findByKey(within: Database, wanted: readonly Named[]): Promise<Found> {
    const byKey = wanted.map(({ table, key }) => ({ table, column: sealedTables[table].key, value: key }));
    const { rows, stored } = await findRows(within, byKey, wanted.map(nameOf));
    return { rows, entries: entriesOfProgram(seal, stored) };
  }

  async function findPhone(within: Database, memberId: MemberId) {
    const change = { table: 'app.phone_changes_by_staff', key: memberId } as const;
    const member = { table: 'app.members', key: memberId, isAnew: isWrittenWith(nameOf(change)) } as const;
    const found = await findByKey(within, [member, change]);
    return { found, changed: changedOf(found, [member, change]) };
  }

  /**
   * The entries of the other rows, of those that are there and those that the member's entries name, are read only if
   * there are any.
   */
  async function findWithOthers(within: Database, { memberId, table, first, other }: WithOthers) {
    const { rows, stored } = await findRows(
      within,
      [
        ...first.map(({ table, key }) => ({ table, column: sealedTables[table].key, value: key })),
        { table, column: 'member_id', value: memberId },
      ],
      [...first.map(nameOf), nameOf({ table: 'app.members', key: memberId })],
    );
    const ofMember = { rows, entries: entriesOfProgram(seal, stored) };
    const keys = keysOf(table, memberId, ofMember);
    if (keys.length === 0) return { found: ofMember, changed: changedOf(ofMember, first) };
    const names = keys.map((key) => nameOf({ table, key }));
    // With the rows again: of one point in time with their entries, also where the first statement was of an earlier
    // one.
    const ofOthers = await findRows(within, [{ table, column: 'member_id', value: memberId }], names);
    const all = new Map([...stored, ...ofOthers.stored].map((entry) => [entry.sequence, entry]));
    const inOrder = [...all.values()].toSorted((a, b) => a.sequence - b.sequence);
    const firstRows = [...rows].filter(([, row]) => row.table !== table);
    const allRows = new Map([...firstRows, ...ofOthers.rows]);
    const found = { rows: allRows, entries: entriesOfProgram(seal, inOrder) };
    return { found, changed: changedOf(found, [...first, ...keys.map(other)]) };
  }

  const findPayouts = (within: Database, memberId: MemberId) =>
    findWithOthers(within, {
      memberId,
      table: changes,
      first: [{ table: 'app.members', key: memberId, isAnew: isWrittenWith(changes) }],
      other: (key) => change(memberId, key),
    });

  const findFactors = (within: Database, memberId: MemberId) => {
    const app = { table: 'app.authenticators', key: memberId } as const;
    return findWithOthers(within, {
      memberId,
      table: 'app.passkeys',
      first: [{ ...app, isAnew: isWrittenWith(nameOf(app)) }],
      other: (key) => {
        const row = { table: 'app.passkeys', key } as const;
        const gone = seal.of({ ...row, values: null });
        // One that the program removed, or found removed, is gone, whatever it was before.
        const isAnew = (rows: readonly string[]) =>
          rows.some((one) => one.startsWith(`${nameOf(row)} `) && one.endsWith(` ${gone}`));
        return { ...row, isAnew };
      },
    });
  };

  return {
    async row(within: Database, table: SealedTableName, key: string): Promise<Compared> {
      const name = nameOf({ table, key });
      const wanted = { table, key, ...(writtenWhole.includes(table) && { isAnew: isWrittenWith(name) }) };
      const found = await findByKey(within, [wanted]);
      return { found, changed: changedOf(found, [wanted]) };
    },
    phone: findPhone,
    payouts: findPayouts,
    factors: findFactors,
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

/** The rows that are there, and those that the program wrote, which may have been removed: their entries name the member, too. */
function keysOf(table: string, memberId: MemberId, { rows, entries }: Found): readonly string[] {
  const named = entries.flatMap((entry) => keysWith(table, memberId, entry.rows));
  return [...new Set([...[...rows.keys()].flatMap((row) => keyIn(table, row)), ...named])];
}

/** Of the rows of an entry, those of the table, if it names the member. */
const keysWith = (table: string, memberId: MemberId, rows: readonly string[]): readonly string[] =>
  isWrittenWith(nameOf({ table: 'app.members', key: memberId }))(rows)
    ? rows.flatMap((row) => keyIn(table, row))
    : [];

const keyIn = (table: string, row: string): readonly string[] =>
  row.startsWith(`${table} `) ? row.split(' ').slice(1, 2) : [];

const change = (memberId: MemberId, key: string): Named => ({
  table: changes,
  key,
  // A later change of the same member does not build on this one.
  isAnew: (rows) => keysWith(changes, memberId, rows).some((id) => BigInt(id) > BigInt(key)),
});
