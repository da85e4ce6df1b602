import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { pollUnlessPushed } from '../../../api/polling.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { AnswerOf } from '../../../api/route.ts';

const pageSize = 100;
/** An order with more events than this shows its first ones; its state still comes from the list of orders. */
const mostPages = 20;

type Answer = AnswerOf<typeof auditPaths.orderTrail>;

export interface OrderTrail {
  readonly orderCode: string;
  readonly side: Side;
  readonly amount: Usdt;
  readonly verified: boolean;
  /** What happened to the order itself, oldest first, and reversals of its matches. Other steps of matches change it through these. */
  readonly entries: readonly TrailEntry[];
  /** All of it, the steps of its matches included. */
  readonly everything: readonly TrailEntry[];
  /** The first thing that does not hold. */
  readonly finding: Answer['finding'];
  /** The signed checkpoint over it, to admins. */
  readonly proof: Answer['proof'];
  /** How many records the chains hold in all, those of the matches included. */
  readonly records: number;
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
      query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
    });
    items.push(...answer.items);
    verified &&= answer.verified;
    finding ??= answer.finding;
    if (answer.nextCursor === null || page + 1 === mostPages) {
      const { orderCode, side, amount } = answer;
      const isOfOrder = ({ stream }: TrailEntry) => stream.startsWith('order-');
      return {
        orderCode,
        side,
        amount,
        verified,
        entries: items.filter((entry) => isOfOrder(entry) || entry.type === 'TradeReversed'),
        everything: items,
        finding,
        proof: answer.proof,
        records: items.length,
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
