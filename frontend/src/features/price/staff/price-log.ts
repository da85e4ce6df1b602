import { type Price, parsePrice } from '@matgyo/contracts/money';
import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { pricePaths } from '@matgyo/contracts/paths/price';
import { furthestFrom, movesBeyond, priceMoveMs } from '@matgyo/contracts/price-change';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../api/call.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { type Command, command, useCommand } from '../../../api/command.ts';
import { currentPriceQuery } from '../../../api/price.ts';
import { pages, pollUnlessPushed, queryKeys } from '../../../api/queries.ts';
import { useTexts } from '../../../i18n/index.ts';
import { serverNow } from '../../../session/server-clock.ts';
import { toast } from '../../../ui/toast.ts';
import { useIsShown } from '../../../ui/use-is-shown.ts';

const pollEveryMs = 15_000;

export type PriceLogPage = AnswerOf<typeof pricePaths.priceLog>;
export type PriceLogEntry = PriceLogPage['items'][number];

/**
 * The price of the last day from which `next` moves further than one admin may move it, and whether another one has to
 * approve that; undefined: there is none.
 */
export function beyondLimit(log: readonly PriceLogPage[] | undefined, next: Price) {
  const limit = log?.[0];
  if (limit === undefined) return undefined;
  const { fourEyesPercent: percent, hasOtherAdmin } = limit;
  const entries = log?.flatMap(({ items }) => items) ?? [];
  const since = new Date(serverNow() - priceMoveMs).toISOString();
  // The first one of before was still in force then.
  const before = entries.findIndex(({ setAt }) => setAt <= since);
  const inForce = (before === -1 ? entries : entries.slice(0, before + 1)).map(({ price }) => price);
  const from = furthestFrom(inForce, next);
  return from !== undefined && movesBeyond(from, next, percent)
    ? { percent, from, hasOtherAdmin }
    : undefined;
}

/** All prices set, newest first, with who set them. */
export const priceLogQuery = infiniteQueryOptions({
  ...pages(queryKeys.own.staff.priceLog, pricePaths.priceLog),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});

interface NewPrice {
  readonly price: Price;
  /** Of the price that the admin saw; null if there was none. */
  readonly seenRevision: number | null;
  /** Another admin is asked to approve it, instead of setting it. */
  readonly askApproval: boolean;
}

/** What the question of the new price shows as long as it is there, and asks again. */
export const isAskedAgain = (error: unknown): boolean => isFailure(error, 'PRICE_CHANGED', 'APPROVAL_NEEDED');

/**
 * Sets the price, or asks for approval, if the current one is the one seen. Otherwise it fails with PRICE_CHANGED, and
 * the new price is shown at once.
 */
export function useSetPrice() {
  const { t, failureText } = useTexts();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  return useCommand({
    command: ({ price, seenRevision, askApproval }: NewPrice): Command<unknown> => {
      const body = { tetherPrice: price, expectedRevision: seenRevision };
      return askApproval
        ? command(approvalPaths.requestApproval, { body: { kind: 'price', ...body } })
        : command(pricePaths.setPrice, { body });
    },
    changes: [currentPriceQuery.queryKey, queryKeys.own.staff.priceLog, queryKeys.own.admin.orders],
    untilShown: true,
    done: ({ askApproval }) => (askApproval ? t('approval.requested') : t('setPrice.done')),
    onRefused: (error) => {
      if (!isShown.current || !isAskedAgain(error))
        toast({ kind: 'failed', text: failureText(error, t('setPrice.failed')) });
      if (!isFailure(error, 'PRICE_CHANGED')) return;
      const { price, revision } = error.answer.details;
      const now = parsePrice(price);
      if (now !== undefined && typeof revision === 'number')
        queryClient.setQueryData(
          currentPriceQuery.queryKey,
          (known) => known && { ...known, data: now, revision, setAt: null },
        );
    },
  });
}
