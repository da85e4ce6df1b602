import type { Side } from '@matgyo/contracts/ids';
import { parsePrice } from '@matgyo/contracts/money';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { useQueryClient } from '@tanstack/react-query';
import { isFailure } from '../../../api/call-failure.ts';
import { command, useCommand } from '../../../api/command.ts';
import { currentPriceQuery } from '../../../api/price.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import type { Quote } from './quote.ts';

interface Placement {
  readonly quote: Quote;
  /** Of a sell order only. */
  readonly tetherAddress: string | undefined;
}

export function usePlaceOrder(side: Side) {
  const queryClient = useQueryClient();
  return useCommand({
    command: ({ quote, tetherAddress }: Placement) => {
      const body = {
        krwAmount: quote.krw,
        price: quote.price,
        amount: quote.usdt,
        ...(tetherAddress !== undefined && { tetherAddress }),
        storedLanguage: currentLanguage(),
      };
      return command(orderPaths[side].place, { body: body as never });
    },
    changes: [queryKeys.own.orders.side(side), queryKeys.own.level],
    untilShown: true,
    onRefused: (error) => {
      if (!isFailure(error, 'PRICE_CHANGED')) return;
      // Shows the newer price from the refusal at once, then loads the rest.
      const price = parsePrice(error.answer.details['price']);
      if (price !== undefined)
        queryClient.setQueryData(currentPriceQuery.queryKey, (known) => known && { ...known, data: price });
      void queryClient.invalidateQueries({ queryKey: currentPriceQuery.queryKey });
    },
  });
}
