import type { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import type { Shared } from '../../shared.ts';
import type { FourEyes } from '../second-admin/four-eyes.ts';

/** Newest first. */
export const byRevision = {
  columns: ['p.revision'],
  types: ['number'],
  keyOf: (row: { readonly revision: number }) => [row.revision],
} as const;

type PriceLogDependencies = Pick<Shared, 'db' | 'ledger'> & { readonly fourEyes: FourEyes };

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
    const { page, nextCursor } = await pageBy(rows, query, byRevision);
    const items = page.map(({ set_at, set_by, nickname, ...price }) => ({
      ...price,
      setAt: set_at.toISOString(),
      setBy: { _id: set_by, nickname },
    }));
    const others = await fourEyes.otherAdmins(caller.memberId, ledger.log);
    return { items, fourEyesPercent: fourEyes.pricePercent, hasOtherAdmin: others.length > 0, nextCursor };
  };
