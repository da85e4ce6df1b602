import type { TradeId } from '@matgyo/contracts/ids';
import { refuse } from '@matgyo/ledger/refusal';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../../platform/database/tables.ts';

/**
 * `app.transaction_signatures`: the trade in which a transaction on Solana is named. What holds across trades no stream can
 * hold, so a signature is claimed here before the mark that names it is appended.
 */
interface TransactionSignatureTable {
  readonly signature: string;
  readonly trade_id: TradeId;
  /** Of the mark. */
  readonly command_id: string;
}

export interface SignatureTables {
  readonly 'app.transaction_signatures': TransactionSignatureTable;
}

export const signatureMigrations: Readonly<Record<string, Migration>> = {
  '0220_transaction_signatures': {
    async up(db) {
      await sql`
        create table app.transaction_signatures (
          signature text collate "C" primary key,
          trade_id text collate "C" not null,
          command_id uuid not null
        )`.execute(db);
    },
  },
};

/** Refused: SIGNATURE_USED. */
export async function claimSignature(db: Database, claim: TransactionSignatureTable): Promise<void> {
  const { rows } = await sql`
    insert into app.transaction_signatures as held (signature, trade_id, command_id)
    values (${claim.signature}, ${claim.trade_id}, ${claim.command_id})
    on conflict (signature) do update set command_id = excluded.command_id
      where held.trade_id = excluded.trade_id
    returning 1`.execute(db);
  if (rows.length === 0) refuse('SIGNATURE_USED');
}

/** After its mark was taken back. One that the trade has claimed again since stays. */
export async function releaseSignature(db: Database, tradeId: TradeId, commandId: string): Promise<void> {
  await db
    .deleteFrom('app.transaction_signatures')
    .where('trade_id', '=', tradeId)
    .where('command_id', '=', commandId)
    .execute();
}
