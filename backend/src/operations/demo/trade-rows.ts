import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { statementHash } from '@matgyo/ledger/proof/case-file';
import type { Database } from '../../platform/database/tables.ts';
import { nameBytes } from './names.ts';

/** The statements in the demo market's dispute and reversal. */
const words = {
  buyer: 'USDT를 보냈다고 표시된 지 한 시간이 넘었는데 제 지갑에는 아직 들어오지 않았어요. 확인 부탁드려요.',
  seller: '거래 서명을 남긴 대로 전송했어요. 받는 지갑 주소를 다시 한번 확인해 주실 수 있나요?',
  admin: '은행이 송금을 반환해서 두 분이 원화와 USDT를 서로 돌려준 것을 확인했어요.',
} as const;
export type Speaker = keyof typeof words;

const saltOf = (by: Speaker): string => nameBytes(`statement of the ${by}`).toString('hex').slice(0, 32);

/** The statement's hash in the trade's stream. */
export const statementOf = (by: Speaker): string =>
  statementHash({ text: words[by], salt: saltOf(by), imageSha256: null });

/** Writes the rows that belong to trade events: the text of statements, and the owners of signatures. Idempotent. */
export async function writeTradeRows(db: Database, events: readonly RecordedEvent[]): Promise<void> {
  for (const { type, data, metadata } of events) {
    if (type === 'TetherSent')
      await db
        .insertInto('app.transaction_signatures')
        .values({
          signature: String(data['signature']),
          trade_id: data['tradeId'] as TradeId,
          command_id: metadata.commandId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    if (type === 'CaseStatementAdded' || type === 'TradeReversed') {
      const by = type === 'TradeReversed' ? 'admin' : data['by'] === 'buy' ? 'buyer' : 'seller';
      await db
        .insertInto('app.case_statements')
        .values({
          ...{
            hash: statementOf(by),
            case_id: (data['caseId'] ?? null) as CaseId | null,
            content: words[by],
            salt: saltOf(by),
          },
          ...{ author_id: metadata.actorId as MemberId, created_at: new Date(metadata.at) },
          ...{ image_id: null, image_sha256: null },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}
