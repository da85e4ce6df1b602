import type { Side } from '@matgyo/contracts/ids';
import { isFailure } from '../../../api/call-failure.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useTexts } from '../../../i18n/index.ts';
import { toast } from '../../../ui/toast.ts';
import { usePlaceOrder } from './place-order.ts';
import type { Quote } from './quote.ts';
import type { OrderForm } from './use-order-form.ts';

/** Sends the order that was confirmed. A changed price is no failure: the form shows the new one. */
export function useSendOrder(
  side: Side,
  { address, cancelConfirm }: Pick<OrderForm, 'address' | 'cancelConfirm'>,
  onSent: () => void,
) {
  const { t } = useTexts();
  const { mutate, isPending, error } = usePlaceOrder(side);
  return {
    busy: isPending,
    failure:
      error === null || isFailure(error, 'PRICE_CHANGED')
        ? undefined
        : failureText(error, t, t('place.failed')),
    send: (quote: Quote) =>
      mutate(
        { quote, tetherAddress: side === 'sell' ? address.trim() : undefined },
        {
          onSuccess: ({ order }) => {
            cancelConfirm();
            onSent();
            const values = { code: order.orderCode };
            toast({
              kind: 'done',
              text: side === 'sell' ? t('place.sellDone', values) : t('place.buyDone', values),
            });
          },
          onError: cancelConfirm,
        },
      ),
  };
}
