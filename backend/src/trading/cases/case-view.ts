import type { CaseEntry, CaseSummary, CaseView, caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import { type CaseId, type MemberId, orderCode } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { apiPrefix } from '../../platform/http/mount.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { nicknamesOf, shownNickname } from '../orders/nicknames.ts';
import { loadTrade } from '../trades/trade-step.ts';
import type { CaseDependencies } from './case-dependencies.ts';
import { statementHash } from './case-statement.ts';
import { type CaseRow, caseRows, partIn } from './find-case.ts';

/** `GET /cases/:id`: for the two parties and admins; 404 for all others. */
export const caseCall =
  ({ db, ledger }: Pick<CaseDependencies, 'db' | 'ledger'>) =>
  async ({ caller, params }: HandlerRequest<typeof caseEndpoints.case>): Promise<CaseView> => {
    const row = await caseRows(db).where('c.case_id', '=', params.id).executeTakeFirst();
    if (row === undefined || partIn(row, caller) === undefined) throw failure('CASE_NOT_FOUND');
    const { events } = await loadTrade(ledger.log, row.trade_id);
    return { ...summaryOf(row, caller), timeline: await timelineOf(db, row, events, caller) };
  };

/** Admins see which admin took the case; members only see that one did. */
export function summaryOf(row: CaseRow, caller: Caller): CaseSummary {
  return {
    _id: row.case_id,
    tradeId: row.trade_id,
    status: row.status,
    reason: row.reason,
    openedBy: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    outcome: row.outcome,
    as: partIn(row, caller) ?? 'admin',
    taken: row.admin_id !== null,
    takenByMe: row.admin_id === caller.memberId,
    admin: caller.admin && row.admin_id !== null ? shownNickname(row.admin_nickname) : null,
    statements: row.statements,
    sell: {
      _id: row.sell_order_id,
      orderCode: orderCode('sell', row.sell_amount, row.sell_order_id),
      nickname: shownNickname(row.seller_nickname),
    },
    buy: {
      _id: row.buy_order_id,
      orderCode: orderCode('buy', row.buy_amount, row.buy_order_id),
      nickname: shownNickname(row.buyer_nickname),
    },
    amount: row.amount,
    price: row.price,
    krw: row.krw,
    tradeStatus: row.trade_status,
  };
}

/** The trade's events from its match on, with the statements. */
async function timelineOf(
  db: Database,
  row: CaseRow,
  events: readonly RecordedEvent[],
  caller: Caller,
): Promise<readonly CaseEntry[] & CaseView['timeline']> {
  const shown = events.slice(events.findIndex(({ type }) => type === 'TradeMatched'));
  const statements = await statementsOf(db, row.case_id);
  const actors = [...new Set(shown.map(({ metadata }) => metadata.actorId as MemberId))];
  const nicknames = await nicknamesOf(db, actors);
  return shown.map(({ id, type, data, metadata }) => {
    const { actorId, actorRole, at } = metadata;
    const by =
      actorId === row.seller_id
        ? 'sell'
        : actorId === row.buyer_id
          ? 'buy'
          : actorRole === 'admin'
            ? 'admin'
            : null;
    const hidden = by === null || (by === 'admin' && !caller.admin);
    const hash = data['statement'] ?? data['grounds'];
    return {
      ...{ _id: id, type, at, by },
      nickname: hidden ? null : shownNickname(nicknames.get(actorId) ?? null),
      ofThisCase: data['caseId'] === row.case_id,
      reasons: [data['reasons'] ?? data['reason'] ?? []].flat() as string[],
      outcome: (data['outcome'] as CaseEntry['outcome'] | undefined) ?? null,
      statement:
        typeof hash === 'string' && data['caseId'] === row.case_id ? statementOf(statements, hash) : null,
    };
  });
}

const statementsOf = (db: Database, caseId: CaseId) =>
  db
    .selectFrom('app.case_statements as statements')
    .leftJoin('app.images as image', 'image.id', 'statements.image_id')
    .selectAll('statements')
    .select('image.sha256 as kept_sha256')
    .where('statements.case_id', '=', caseId)
    .execute();

type Stored = Awaited<ReturnType<typeof statementsOf>>;

function statementOf(statements: Stored, hash: string): CaseEntry['statement'] {
  const found = statements.find((one) => one.hash === hash);
  if (found === undefined) return { hash, text: null, image: null, matches: false };
  const { content: words, salt, image_id, image_sha256: imageSha256, kept_sha256: keptSha256 } = found;
  const isWhole =
    statementHash({ words: words ?? '', salt, imageSha256 }) === hash && keptSha256 === imageSha256;
  return {
    hash,
    text: words,
    image: image_id === null ? null : `${apiPrefix}/case-images/${image_id}`,
    // An erased text cannot be compared.
    matches: words === null || isWhole,
  };
}
