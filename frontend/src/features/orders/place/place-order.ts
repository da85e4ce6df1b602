import type { Side } from '@matgyo/contracts/ids';
import { parsePrice } from '@matgyo/contracts/money';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, newUuid } from '../../../api/call.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { currentPriceQuery } from '../../../api/price.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import type { Quote } from './quote.ts';

interface Placement {
  readonly quote: Quote;
  /** Only a sell order names one. */
  readonly tetherAddress: string | undefined;
}

/**
 * Places an order. While an attempt has no answer, trying again with the same figures carries the same key, so
 * that one order comes of it however often it is sent.
 */
export function usePlaceOrder(side: Side) {
  const queryClient = useQueryClient();
  const attempt = useRef<{ readonly figures: string; readonly key: string }>(undefined);
  return useMutation({
    mutationFn: async ({ quote, tetherAddress }: Placement) => {
      const figures = {
        krwAmount: quote.krw,
        price: quote.price,
        amount: quote.usdt,
        ...(tetherAddress !== undefined && { tetherAddress }),
      };
      const name = JSON.stringify(figures);
      if (attempt.current?.figures !== name) attempt.current = { figures: name, key: newUuid() };
      const body = { ...figures, storedLanguage: currentLanguage() };
      return await call(orderPaths[side].place, { body: body as never, idempotencyKey: attempt.current.key });
    },
    onSuccess: () => {
      attempt.current = undefined;
      return queryClient.invalidateQueries({ queryKey: queryKeys.own.orders.side(side) });
    },
    onError: (error) => {
      if (!isFailure(error, 'PRICE_CHANGED')) return;
      // The server knows a newer price than the screen: show it at once, then ask for the rest of it.
      const price = parsePrice(error.facts.details['price']);
      if (price !== undefined)
        queryClient.setQueryData(currentPriceQuery.queryKey, (known) => known && { ...known, data: price });
      void queryClient.invalidateQueries({ queryKey: currentPriceQuery.queryKey });
    },
  });
}
