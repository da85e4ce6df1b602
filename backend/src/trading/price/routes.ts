import { noSecondAdmin } from '@matgyo/contracts/approvals';
import { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import type { Price } from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { invariant } from '@matgyo/ledger/invariant';
import {
  setPrice as decidePrice,
  type PriceApprovalOrLimit,
  priceDecider,
  refuseUnlessSeen,
} from '@matgyo/ledger/price/price';
import { refuse } from '@matgyo/ledger/refusal';
import { sql } from 'kysely';
import { type Command, executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { type CommandDependencies, ledgerCommand } from '../../platform/commands/ledger-command.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { type LedgerAction, noteLedgerAction, recordLedgerAction } from '../../proof/audit/ledger-actions.ts';
import type { FourEyes } from '../second-admin/four-eyes.ts';
import { loadPriceStream, newestPrices } from './current-price.ts';
import { byRevision, readPriceLog } from './price-log.ts';
import { moveBeyond, type NextPrice } from './price-move.ts';
import { readPriceView } from './price-view.ts';

export interface PriceDependencies extends CommandDependencies {
  readonly fourEyes: FourEyes;
}

export const priceRoutes = (deps: PriceDependencies): readonly Route[] =>
  capability(priceEndpoints, {
    currentPrice: () => readPriceView(deps.db),
    setPrice: (request) =>
      deps.limits.pricesOf.unlessRefused([request.caller.memberId], () => setPrice(deps, request)),
    priceHistory: (request) => readPriceHistory(deps, request),
    priceLog: readPriceLog(deps),
  });

const setPrice = (deps: PriceDependencies, request: HandlerRequest<typeof priceEndpoints.setPrice>) =>
  ledgerCommand(deps, request, async ({ command }) => {
    const { tetherPrice, expectedRevision } = request.body;
    const { caller: actor, requestId } = request;
    const ledgerAction: LedgerAction = {
      action: 'price-set',
      command,
      stream: priceStream,
      actor,
      requestId,
    };
    await noteLedgerAction(deps.db, ledgerAction);
    const earlier = await earlierEvents(deps, command);
    const { events } =
      earlier.length > 0
        ? { events: earlier }
        : await executeOnStream({
            ledger: deps.ledger,
            stream: priceStream,
            decider: priceDecider,
            command,
            extent: newestPrices,
            // A conflict repeats this with the current price, so a price the caller did not see is never replaced.
            async decide(before, revision) {
              refuseUnlessSeen(before, revision, expectedRevision);
              const next = { price: tetherPrice, revision, at: command.at };
              return decidePrice(before, tetherPrice, await approvalOrLimit(deps, actor.memberId, next));
            },
          });
    const event = events.at(-1);
    invariant(event !== undefined, 'setting a price always appends');
    await recordLedgerAction(deps.db, ledgerAction, events);
    const { revision, metadata } = event;
    const data = { tetherPrice: event.data['price'] as Price, revision, setAt: metadata.at };
    return { answer: { message: 'Tether Price successfully set', data }, event };
  });

/**
 * What the command set before, if that is too long ago for `newestPrices`: its reply is deleted after a day. Found by
 * the command's id, as the ids of events differ once `TOKEN_SECRET` was changed. The read model only says where to look.
 *
 * @throws RequestFailure UNAVAILABLE while the read model lacks prices that `newestPrices` does not include
 */
async function earlierEvents(
  { db, ledger: { log } }: PriceDependencies,
  { commandId }: Command,
): Promise<readonly RecordedEvent[]> {
  const [shown] = await db
    .selectFrom('read_prices.prices')
    .select(({ fn }) => [
      fn.max('revision').as('newest'),
      fn.max('revision').filterWhere('command_id', '=', commandId).as('earlier'),
    ])
    .execute();
  const { revision } = await loadPriceStream(log);
  if (revision - (shown?.newest ?? -1) > newestPrices.newest) throw failure('UNAVAILABLE');
  if (shown === undefined || shown.earlier === null) return [];
  const there = { direction: 'forwards', from: shown.earlier, limit: 1 } as const;
  return (await log.readStream(priceStream, there)).filter(
    ({ metadata }) => metadata.commandId === commandId,
  );
}

/** Refused: APPROVAL_NEEDED where the price moves beyond the limit and another admin could approve it. */
async function approvalOrLimit(
  { fourEyes, ledger: { log } }: PriceDependencies,
  memberId: string,
  next: NextPrice,
): Promise<PriceApprovalOrLimit> {
  const { pricePercent: fourEyesPercent } = fourEyes;
  if ((await moveBeyond(log, next, fourEyesPercent)) === undefined) return { fourEyesPercent };
  if ((await fourEyes.otherAdmins(memberId, log)).length > 0) refuse('APPROVAL_NEEDED');
  return { approval: noSecondAdmin };
}

/** The prices of the last `days` days and the one before them, newest first. */
async function readPriceHistory(
  { db, now }: PriceDependencies,
  { query }: HandlerRequest<typeof priceEndpoints.priceHistory>,
) {
  const since = new Date(now() - query.days * 86_400_000).toISOString();
  const inForceBefore = sql<number>`(
    select coalesce(max(revision), 0) from read_prices.prices where set_at < ${since}::timestamptz)`;
  const rows = db
    .selectFrom('read_prices.prices as p')
    .select(['p.price', 'p.revision', 'p.set_at'])
    .where('p.revision', '>=', inForceBefore);
  const { page, nextCursor } = await pageBy(rows, query, byRevision);
  const items = page.map(({ price, revision, set_at }) => ({ price, revision, setAt: set_at.toISOString() }));
  return { items, nextCursor };
}
