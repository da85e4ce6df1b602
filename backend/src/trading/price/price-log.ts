import type { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { LedgerLog } from '../../platform/commands/stream-history.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import type { FourEyes } from '../approvals/four-eyes.ts';

const cursorKey = z.tuple([z.int().nonnegative()]);

/** Newest first. Revisions have no gaps, so a page continues at the next lower one. */
export async function pageOfPrices<DB, Tables extends keyof DB, Row extends { readonly revision: number }>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = decodeCursor(cursorKey, cursor);
  const revision = sql.ref('p.revision');
  let wanted = rows.orderBy(revision, 'desc').limit(limit + 1);
  if (after !== undefined) wanted = wanted.where(sql<boolean>`${revision} < ${after[0]}`);
  return cutPage(await wanted.execute(), limit, (row) => [row.revision]);
}

interface PriceLogDependencies {
  readonly db: Database;
  readonly fourEyes: Pick<FourEyes, 'pricePercent' | 'otherAdmins'>;
  readonly ledger: { readonly log: LedgerLog };
}

/** `GET /admin/prices`: all prices with who set them. */
export const readPriceLog =
  ({ db, fourEyes, ledger }: PriceLogDependencies) =>
  async ({ query, caller }: HandlerRequest<typeof priceEndpoints.priceLog>) => {
    const rows = db
      .selectFrom('read_prices.prices as p')
      .leftJoin('read_prices.prices as b', (join) =>
        join.on((eb) => eb('b.revision', '=', eb('p.revision', '-', 1))),
      )
      .leftJoin('app.members as m', 'm.id', 'p.set_by')
      .select(['p.price', 'p.revision', 'p.set_at', 'p.set_by', 'b.price as before', 'm.nickname']);
    const { page, nextCursor } = await pageOfPrices(rows, query);
    const items = page.map(({ price, before, revision, set_at, set_by, nickname }) => ({
      price,
      before,
      revision,
      setAt: set_at.toISOString(),
      setBy: { _id: set_by, nickname },
    }));
    const others = await fourEyes.otherAdmins(caller.memberId, ledger.log);
    return { items, fourEyesPercent: fourEyes.pricePercent, hasOtherAdmin: others.length > 0, nextCursor };
  };
