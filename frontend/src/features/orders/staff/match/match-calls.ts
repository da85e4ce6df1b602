import { ledgerIdPattern, otherSide, type Side } from '@matgyo/contracts/ids';
import type { Price, Usdt } from '@matgyo/contracts/money';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { staffPaths } from '@matgyo/contracts/paths/staff';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../../../api/call.ts';
import { command, useCommand } from '../../../../api/command.ts';
import { answerTo, liveAnswerTo, queryKeys } from '../../../../api/queries.ts';

/** More than are shown: one that falls in rank must not look gone. */
const proposalsRequested = 20;
/** The search also finds nicknames, so it takes more than two results to decide whether a code is unique. */
const searchResultsMax = 20;

export const useProposals = (orderId: string) =>
  useQuery(
    liveAnswerTo(queryKeys.own.admin.orders, staffPaths.matchProposals, {
      params: { id: orderId },
      query: { limit: proposalsRequested },
    }),
  );

/** The id of the only open order of the other side with this id, code or part of a code; or why there is none. */
export function useNamedOrder(side: Side, text: string) {
  const isId = ledgerIdPattern.test(text);
  const counter = otherSide(side);
  const { data } = useQuery({
    ...answerTo(queryKeys.own.admin.orders, orderPaths[counter].open, {
      query: { search: text, limit: searchResultsMax },
    }),
    enabled: text !== '' && !isId,
  });
  if (isId) return { id: text };
  const wanted = text.toLowerCase();
  const found = data?.items.filter(({ orderCode }) => orderCode.toLowerCase().includes(wanted));
  if (found?.length === 1) return { id: found[0]?._id };
  return { fault: found && (found.length === 0 ? ('none' as const) : ('several' as const)) };
}

/** Two orders, and the amount and price an admin entered; undefined values follow from the orders. */
export interface MatchDraft {
  readonly side: Side;
  readonly orderId: string;
  readonly counterpartId: string;
  readonly amount: Usdt | undefined;
  readonly price: Price | undefined;
}

export type Preview = AnswerOf<typeof tradePaths.previewMatch>;

/** Those whose consent the price needs. */
export const consentersOf = (preview: Preview): string =>
  preview.beyondLimit.map((side) => preview[side].nickname).join(', ');

const bodyOf = ({ side, orderId, counterpartId, amount, price }: MatchDraft) => ({
  sellerOrderId: side === 'sell' ? orderId : counterpartId,
  buyerOrderId: side === 'sell' ? counterpartId : orderId,
  amount,
  price,
});

export const usePreview = (draft: MatchDraft) =>
  useQuery({
    ...liveAnswerTo(queryKeys.own.admin.orders, tradePaths.previewMatch, { body: bodyOf(draft) as never }),
    enabled: draft.counterpartId !== '',
    // Keeps the figures of the same pair until the new ones are loaded.
    placeholderData: (previous) =>
      previous?.[otherSide(draft.side)]._id === draft.counterpartId ? previous : undefined,
  });

/** Matches the orders of the preview with its figures, at its revisions: what is on screen, in case they have changed. */
export const useMatch = () =>
  useCommand({
    command: ({ sell, buy, amount, price, beyondLimit }: Preview) => {
      const body = {
        sellerOrderId: sell._id,
        buyerOrderId: buy._id,
        amount,
        price,
        expected: { sell: sell.revision, buy: buy.revision },
        askConsent: beyondLimit.length > 0 || undefined,
      };
      return command(tradePaths.match, { body: body as never });
    },
    changes: [queryKeys.own.admin.orders],
  });
