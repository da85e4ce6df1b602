import type { TradeId } from '@matgyo/contracts/ids';
import type { RecordedEvent, SqlStatement } from '@matgyo/event-store/event-log';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /**
     * The trade that uses a Solana transaction. Uniqueness across trades cannot be checked in a stream, so a signature
     * is claimed here with its mark, or before it where the log cannot do both at once.
     */
    'app.transaction_signatures': {
      readonly signature: string;
      readonly trade_id: TradeId;
      /** The mark's command. */
      readonly command_id: string;
    };
  }
}

export const signatureMigrations: Readonly<Record<string, Migration>> = {
  '0220_transaction_signatures': migration(
    sql`
        create table app.transaction_signatures (
          signature text collate "C" primary key,
          trade_id text collate "C" not null,
          command_id uuid not null
        )`,
  ),
};

/** The last such event of a trade says which transaction the trade has, if any: only a mark has a signature. */
export const movesTransaction = ({ type, data }: RecordedEvent): boolean =>
  type === 'TetherSent' || (type === 'StepTakenBack' && data['step'] === 'tether-sent');

/**
 * Claims a signature for a trade; idempotent for the same trade. If another trade has it, the row would lose its
 * command, which a constraint refuses.
 */
export const statedSignature = (signature: string, tradeId: TradeId, commandId: string): SqlStatement => ({
  text: `insert into app.transaction_signatures as held (signature, trade_id, command_id) values ($1, $2, $3)
    on conflict (signature) do update
      set command_id = case when held.trade_id = excluded.trade_id then excluded.command_id end`,
  values: [signature, tradeId, commandId],
});

/** Releases the signature of an undone or refused mark, unless the trade has claimed it again since. */
export const releasedSignature = (tradeId: TradeId, commandId: string): SqlStatement => ({
  text: 'delete from app.transaction_signatures where trade_id = $1 and command_id = $2',
  values: [tradeId, commandId],
});
