import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type AnswerOf, call } from './call.ts';
import { pollUnlessPushed, queryKeys } from './queries.ts';

const pageSize = 100;
/** Of longer trails, only the first events are shown; the order's state comes from its list. */
const pagesMax = 20;

type Answer = AnswerOf<typeof auditPaths.orderTrail>;

/** `finding`: the first failed check; `proof`: the signed checkpoint over it, for admins only. */
export interface OrderTrail
  extends Pick<Answer, 'orderCode' | 'side' | 'amount' | 'verified' | 'finding' | 'proof'> {
  /** The order's own events and reversals of its matches, oldest first. A match's other steps change it through these. */
  readonly entries: readonly TrailEntry[];
  /** All events, with those of its matches. */
  readonly everything: readonly TrailEntry[];
  readonly lastHash: string | undefined;
}

async function wholeTrail(id: string, signal: AbortSignal): Promise<OrderTrail> {
  const items: TrailEntry[] = [];
  let cursor: string | undefined;
  let verified = true;
  let finding: Answer['finding'] = null;
  for (let page = 0; ; page += 1) {
    const answer = await call(auditPaths.orderTrail, {
      signal,
      params: { id },
      query: { limit: pageSize, cursor },
    });
    items.push(...answer.items);
    verified &&= answer.verified;
    finding ??= answer.finding;
    if (answer.nextCursor === null || page + 1 === pagesMax) {
      const isOfOrder = ({ stream }: TrailEntry) => stream.startsWith('order-');
      return {
        ...answer,
        verified,
        entries: items.filter((entry) => isOfOrder(entry) || entry.type === 'TradeReversed'),
        everything: items,
        finding,
        lastHash: items.findLast(isOfOrder)?.hash,
      };
    }
    cursor = answer.nextCursor;
  }
}

export const orderTrailQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.own.trail(id),
    queryFn: ({ signal }) => wholeTrail(id, signal),
    refetchInterval: pollUnlessPushed(),
  });

export const useOrderTrail = (id: string) => useQuery(orderTrailQuery(id));
