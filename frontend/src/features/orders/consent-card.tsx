import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { ConsentView, TradePayment } from '@matgyo/contracts/endpoints/trades';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { priceChange } from '@matgyo/contracts/price-change';
import { command, useCommand } from '../../api/command.ts';
import { queryKeys } from '../../api/queries.ts';
import { durationText, secondsUntil } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../ui/amount.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useTradeNow } from '../../ui/trade-now.ts';
import { useNow } from '../../ui/use-now.ts';

interface ConsentCardProps {
  readonly order: OrderView;
  readonly payment: TradePayment;
  readonly consent: ConsentView;
}

export function ConsentCard({ order, payment, consent }: ConsentCardProps) {
  const { t, formatPrice } = useTexts();
  const { side } = order;
  const change = priceChange(order.price, payment.price);
  const { text, mine } = useTradeNow()(payment, side);
  const difference = { amount: formatPrice(change.difference) };
  const isOver = secondsUntil(consent.until, useNow(1_000)) === 0;
  return (
    <div className="mb-1.5 grid gap-2">
      <p className="font-strong">{text}</p>
      <dl className="grid gap-x-8 gap-y-0.5 text-small md:grid-cols-2">
        <Facts
          line="flex min-h-[26px] items-baseline justify-between gap-3"
          label="text-fg-muted"
          value="text-right font-strong"
          rows={{
            [t('consent.price')]: (
              <>
                <PriceAmount value={payment.price} />
                {change.direction !== 'same' && (
                  <span className="block font-regular text-fg-muted">
                    {change.direction === 'up'
                      ? t('consent.higher', difference)
                      : t('consent.lower', difference)}
                  </span>
                )}
              </>
            ),
            [t('consent.ownPrice')]: <PriceAmount value={order.price} />,
            [side === 'sell' ? t('payment.getWon') : t('payment.sendWon')]: <KrwAmount value={payment.krw} />,
            [t('label.amount')]: <UsdtAmount value={payment.amount} unit />,
          }}
        />
      </dl>
      <AnswerTimeLeft until={consent.until} />
      {mine && !isOver && <Answer payment={payment} />}
    </div>
  );
}

export function AnswerTimeLeft({ until }: { readonly until: string }) {
  const { t } = useTexts();
  const seconds = secondsUntil(until, useNow(10_000));
  return seconds === 0 ? (
    <p className="text-danger text-small">{t('consent.over')}</p>
  ) : (
    <p className="text-fg-muted text-small">{t('consent.left', { duration: durationText(seconds, t) })}</p>
  );
}

/** Both answers are final, so each needs confirmation. */
function Answer({ payment }: Pick<ConsentCardProps, 'payment'>) {
  const { t, formatUsdt, formatKrw, formatPrice } = useTexts();
  const answering = useCommand({
    command: (accept: boolean) =>
      command(tradePaths.answerOffer, { params: { id: payment._id }, body: { accept } }),
    done: (accept) => (accept ? t('consent.accepted') : t('consent.declined')),
    failed: t('consent.failed'),
    changes: [queryKeys.own.trades.payment(payment._id)],
    untilShown: true,
  });
  const figures = {
    amount: formatUsdt(payment.amount),
    price: formatPrice(payment.price),
    krw: formatKrw(payment.krw),
  };
  const busy = answering.isPending;
  const answer = (accept: boolean) => (close: () => void) => {
    close();
    answering.mutate(accept);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        variant="primary"
        danger={false}
        busy={busy}
        label={t('consent.accept')}
        confirmLabel={t('consent.acceptAt', figures)}
        title={t('consent.acceptTitle')}
        text={<p>{t('consent.acceptText', figures)}</p>}
        onConfirm={answer(true)}
      />
      <ConfirmButton
        busy={busy}
        label={t('consent.decline')}
        title={t('consent.declineTitle')}
        text={<p>{t('consent.declineText')}</p>}
        onConfirm={answer(false)}
      />
    </div>
  );
}
