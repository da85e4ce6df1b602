import type { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import type { FourEyes } from '../approvals/four-eyes.ts';

const cursorKey = z.tuple([z.int().nonnegative()]);

/**
 * `GET /admin/prices`: all prices with who set them, newest first. Revisions have no gaps, so a page continues at the
 * next lower one.
 */
export const readPriceLog =
  ({ db, fourEyes }: { readonly db: Database; readonly fourEyes: Pick<FourEyes, 'pricePercent'> }) =>
  async ({ query }: HandlerRequest<typeof priceEndpoints.priceLog>) => {
    const after = decodeCursor(cursorKey, query.cursor);
    let rows = db
      .selectFrom('read_prices.prices as p')
      .leftJoin('read_prices.prices as b', (join) =>
        join.on((eb) => eb('b.revision', '=', eb('p.revision', '-', 1))),
      )
      .leftJoin('app.members as m', 'm.id', 'p.set_by')
      .select(['p.price', 'p.revision', 'p.set_at', 'p.set_by', 'b.price as before', 'm.nickname']);
    if (after !== undefined) rows = rows.where('p.revision', '<', after[0]);
    const found = await rows
      .orderBy('p.revision', 'desc')
      .limit(query.limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(found, query.limit, (row) => [row.revision]);
    const items = page.map(({ price, before, revision, set_at, set_by, nickname }) => ({
      ...{ price, before, revision },
      setAt: set_at.toISOString(),
      setBy: { _id: set_by, nickname },
    }));
    return { items, fourEyesPercent: fourEyes.pricePercent, nextCursor };
  };
