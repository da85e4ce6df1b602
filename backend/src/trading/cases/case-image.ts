import { hash } from 'node:crypto';
import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import type { CaseId, TradeId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { partyOfCase } from './find-case.ts';

/** `GET /case-images/:id`: for readers of the case or the trade, and only the original statement's image. */
export const readCaseImage =
  ({ db, images }: TradeDependencies) =>
  async ({ caller, params, reply }: HandlerRequest<typeof caseEndpoints.image>) => {
    const row = await db
      .selectFrom('app.case_statements')
      .select(['case_id', 'payment_of', 'image_sha256'])
      .where('image_id', '=', params.id)
      .executeTakeFirst();
    if (row === undefined || !(await isShown(db, row, caller))) throw failure('NOT_FOUND');
    const bytes = await images.read(params.id);
    if (bytes === undefined || hash('sha256', bytes) !== row.image_sha256) throw failure('NOT_FOUND');
    reply.header('Content-Disposition', 'inline; filename="evidence.jpg"');
    return bytes;
  };

/** Whether the caller is a party of the trade that the statement is about, or an admin. */
async function isShown(
  db: Database,
  { case_id, payment_of }: { readonly case_id: CaseId | null; readonly payment_of: TradeId | null },
  caller: Caller,
): Promise<boolean> {
  const ofCase = db
    .selectFrom('read_trades.cases')
    .select(['seller_id', 'buyer_id'])
    .where('case_id', '=', case_id);
  const ofPayment = db
    .selectFrom('read_trades.trades')
    .select(['seller_id', 'buyer_id'])
    .where('trade_id', '=', payment_of);
  const parties = await (case_id === null ? ofPayment : ofCase).executeTakeFirst();
  return parties !== undefined && partyOfCase(parties, caller) !== undefined;
}
