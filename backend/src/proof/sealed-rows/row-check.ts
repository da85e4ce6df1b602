import type { MemberId } from '@matgyo/contracts/ids';
import {
  type RowValues,
  rowSeal,
  type SealedRow,
  type SealedTableName,
  sealedTables,
} from '@matgyo/projections/proofs/sealed-rows';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { createRowComparison } from './compare-rows.ts';
import { nameOf } from './sealed-rows.ts';

/** What a member's row is used for: how others pay them, or where their codes are sent. */
export type MemberUse = 'payout' | 'phone';

/**
 * Compares rows with their entries in the audit log when they are used, so that a row that was changed by SQL is not
 * used until `npm run verify` finds it. A row that a write of the program found changed counts as changed, too.
 * `within`: where several reads have to agree, a transaction at isolation level repeatable read.
 */
export type RowCheck = ReturnType<typeof createRowCheck>;

type ColumnsOf<Name extends SealedTableName> = Readonly<
  Record<(typeof sealedTables)[Name]['columns'][number], RowValues[number]>
>;

type ChangedRow = Readonly<Record<'table' | 'key', string>>;

export interface RowCheckDependencies {
  /** TOKEN_SECRET, or the installation's own. */
  readonly secret: string;
  readonly logger: Logger;
  /** Called for each row that is not used. */
  readonly refused: (table: string) => void;
}

export function createRowCheck({ secret, logger, refused }: RowCheckDependencies) {
  const compare = createRowComparison(rowSeal(secret));

  const compareMember = (within: Database, memberId: MemberId, use: MemberUse) =>
    use === 'phone' ? compare.phone(within, memberId) : compare.payouts(within, memberId);

  function report(changed: readonly ChangedRow[]): void {
    for (const { table, key } of changed) {
      logger.error({ table, key }, 'a row that was changed beside the program was not used');
      refused(table);
    }
  }

  /** Logs and counts rows that are not used. @throws RequestFailure RECORD_MISMATCH if there are any */
  function refuse(changed: readonly ChangedRow[]): void {
    report(changed);
    if (changed.length > 0) throw failure('RECORD_MISMATCH');
  }

  async function rowIfWhole<Name extends SealedTableName>(within: Database, table: Name, key: string) {
    const { found, changed } = await compare.row(within, table, key);
    report(changed);
    if (changed.length > 0) return undefined;
    return columnsOf(table, found.rows.get(nameOf({ table, key })));
  }

  return {
    /** The row's columns as they were compared. @throws RequestFailure RECORD_MISMATCH */
    async row<Name extends SealedTableName>(within: Database, table: Name, key: string) {
      const columns = await rowIfWhole(within, table, key);
      if (columns === undefined) throw failure('RECORD_MISMATCH');
      return columns;
    },

    /** The same; undefined where `row` refuses, which is logged and counted alike. */
    rowIfWhole,

    /**
     * The row of a member with the rows that belong to the use: all changes of payout data, or the last change of the
     * phone by staff. @throws RequestFailure RECORD_MISMATCH
     */
    async member(within: Database, memberId: MemberId, use: MemberUse): Promise<void> {
      refuse((await compareMember(within, memberId, use)).changed);
    },

    /** The member's columns; undefined where `member` refuses. */
    async memberIfWhole(within: Database, memberId: MemberId, use: MemberUse) {
      const { found, changed } = await compareMember(within, memberId, use);
      if (changed.length > 0) return undefined;
      return columnsOf('app.members', found.rows.get(nameOf({ table: 'app.members', key: memberId })));
    },

    /**
     * The authenticator app and all passkeys of a member, also those that are missing: without its row a second factor
     * would not be demanded. @throws RequestFailure RECORD_MISMATCH
     */
    async factors(within: Database, memberId: MemberId): Promise<void> {
      refuse((await compare.factors(within, memberId)).changed);
    },

    /** The keys of passkeys of which `factors` finds that they were changed or are missing. */
    async changedPasskeys(within: Database, memberId: MemberId): Promise<readonly string[]> {
      const { changed } = await compare.factors(within, memberId);
      return changed.flatMap(({ table, key }) => (table === 'app.passkeys' ? [key] : []));
    },

    refuse,
  };
}

function columnsOf<Name extends SealedTableName>(table: Name, row: SealedRow | undefined): ColumnsOf<Name> {
  const columns: readonly string[] = sealedTables[table].columns;
  return Object.fromEntries(
    columns.map((column, index) => [column, row?.values?.[index] ?? null]),
  ) as unknown as ColumnsOf<Name>;
}
