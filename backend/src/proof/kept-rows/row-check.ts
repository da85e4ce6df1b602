import type { MemberId } from '@matgyo/contracts/ids';
import {
  type KeptRow,
  type KeptTableName,
  keptTables,
  type RowValues,
  rowSeal,
} from '@matgyo/projections/proofs/kept-rows';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { findRows } from './find-rows.ts';
import { entriesOfProgram, rowHistory } from './row-history.ts';

/**
 * Compares rows with their entries in the audit log when they are used, so that a row that was changed by SQL is not used
 * until `npm run verify` finds it. A row that a write of the program found changed counts as changed, too.
 */
export interface RowCheck {
  /** The row's columns as they were compared. @throws RequestFailure RECORD_MISMATCH */
  row<Name extends KeptTableName>(within: Database, table: Name, key: string): Promise<ColumnsOf<Name>>;
  /** The phone of a member, compared together with the last change by staff. @throws RequestFailure RECORD_MISMATCH */
  phoneOf(within: Database, memberId: MemberId): Promise<string | null>;
  /**
   * Compares the payout data of members and all their changes. What is shown is read in the same transaction, at isolation
   * level repeatable read, so that it is what was compared. @throws RequestFailure RECORD_MISMATCH
   */
  payoutsOf(within: Database, memberIds: readonly MemberId[]): Promise<void>;
  /** The same without a refusal, for an edit that sets the payout data anew. */
  isPayoutWhole(within: Database, memberId: MemberId): Promise<boolean>;
}

type ColumnsOf<Name extends KeptTableName> = Readonly<
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
  readonly restoredWith?: string;
}

const nameOf = ({ table, key }: Pick<KeptRow, 'table' | 'key'>): string => `${table} ${key}`;

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
    wanted.filter(({ table, key, restoredWith }) => {
      const { hash, isWhole } = rowHistory(entries, nameOf({ table, key }), restoredWith);
      const row = rows.get(nameOf({ table, key })) ?? { table, key, values: null };
      // A row that was never there has no entry.
      const isAsLeft = hash === undefined ? row.values === null : hash === seal.of(row);
      return !(isAsLeft && isWhole);
    });

  async function changedPayouts(within: Database, memberIds: readonly MemberId[]) {
    const members = memberIds.map((key) => ({ table: 'app.members', key, restoredWith: changes }) as const);
    const found = await find(within, members, memberIds);
    return changedOf(found, [...members, ...payoutChangesIn(found, new Set(members.map(nameOf)))]);
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
      const wanted = [writtenWhole.includes(table) ? { table, key, restoredWith: name } : { table, key }];
      const found = await find(within, wanted);
      refuse(changedOf(found, wanted));
      return columnsOf(table, found.rows.get(name));
    },

    async phoneOf(within, memberId) {
      const change = { table: 'app.phone_changes_by_staff', key: memberId } as const;
      const member = { table: 'app.members', key: memberId, restoredWith: nameOf(change) } as const;
      const found = await find(within, [member, change]);
      refuse(changedOf(found, [member, change]));
      const { phone } = columnsOf('app.members', found.rows.get(nameOf(member)));
      return phone === null ? null : String(phone);
    },

    async payoutsOf(within, memberIds) {
      if (memberIds.length > 0) refuse(await changedPayouts(within, memberIds));
    },

    async isPayoutWhole(within, memberId) {
      return (await changedPayouts(within, [memberId])).length === 0;
    },
  };
}

const changes = 'app.payout_changes';

/** Every write sets all that counts, whatever was there before. */
const writtenWhole: readonly KeptTableName[] = ['app.credentials', 'app.authenticators'];

/** Changes that are there, and those that the program made for one of these members, which may have been removed. */
function payoutChangesIn(
  { rows, entries }: { readonly rows: ReadonlyMap<string, KeptRow>; readonly entries: readonly Rows[] },
  members: ReadonlySet<string>,
): readonly Named[] {
  const named = entries
    .map((entry) => entry.rows.map((row) => row.split(' ').slice(0, 2).join(' ')))
    .filter((names) => names.some((name) => members.has(name)));
  const names = new Set([...rows.keys(), ...named.flat()].filter((name) => name.startsWith(`${changes} `)));
  return [...names].map((name) => ({ table: changes, key: name.split(' ')[1] ?? '' }));
}
interface Rows {
  readonly rows: readonly string[];
}

function columnsOf<Name extends KeptTableName>(table: Name, row: KeptRow | undefined): ColumnsOf<Name> {
  const columns: readonly string[] = keptTables[table].columns;
  return Object.fromEntries(
    columns.map((column, index) => [column, row?.values?.[index] ?? null]),
  ) as unknown as ColumnsOf<Name>;
}
