import { parsePrice } from '@matgyo/contracts/money';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isFailure, isPassing } from '../../../api/call-failure.ts';
import { command, useCommand } from '../../../api/command.ts';
import { currentPriceQuery } from '../../../api/price.ts';
import { queryKeys } from '../../../api/queries.ts';
import { useTexts } from '../../../i18n/index.ts';
import { toast } from '../../../ui/toast.ts';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import type { Quote } from './quote.ts';
import type { OrderForm } from './use-order-form.ts';

/** Sends the order that was confirmed. A changed price is no failure: the form shows the new one. */
export function useSendOrder({ side, address, confirming, forget }: OrderForm, close: () => void) {
  const { t, failureText } = useTexts();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const { mutate, isPending, error, reset } = useCommand({
    command: (quote: Quote) => {
      const tetherAddress = side === 'sell' ? address.trim() : undefined;
      const body = { krwAmount: quote.krw, price: quote.price, amount: quote.usdt, tetherAddress };
      return command(orderPaths[side].place, { body: body as never });
    },
    changes: [queryKeys.own.orders.side(side), queryKeys.own.level],
    untilShown: true,
    // Also if the form was left by the browser's back: it would offer the same order again.
    onDone: ({ order: { orderCode: code } }) => {
      forget();
      toast({ kind: 'done', text: t(`place.done.${side}`, { code }) });
    },
    onRefused: (refusal) => {
      if (!isShown.current) toast({ kind: 'failed', text: failureText(refusal, t('place.failed')) });
      if (!isFailure(refusal, 'PRICE_CHANGED')) return;
      // Shows the newer price from the refusal at once, then loads the rest.
      const price = parsePrice(refusal.answer.details['price']);
      if (price !== undefined)
        queryClient.setQueryData(currentPriceQuery.queryKey, (known) => known && { ...known, data: price });
      void queryClient.invalidateQueries({ queryKey: currentPriceQuery.queryKey });
    },
  });
  const isUnanswered = isPassing(error);
  // Once the connection is back, its failure says nothing any more.
  useEffect(() => {
    if (!isUnanswered) return;
    window.addEventListener('online', reset);
    return () => window.removeEventListener('online', reset);
  }, [isUnanswered, reset]);
  return {
    busy: isPending,
    failure:
      error === null || isFailure(error, 'PRICE_CHANGED') ? undefined : failureText(error, t('place.failed')),
    send: (quote: Quote) =>
      mutate(quote, {
        onSuccess: () => {
          confirming.close();
          close();
        },
        onError: confirming.close,
      }),
  };
}
