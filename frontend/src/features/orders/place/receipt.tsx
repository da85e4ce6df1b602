import type { Krw, Usdt } from '@matgyo/contracts/money';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { OrderForm } from './use-order-form.ts';

export function Receipt({ form: { side, quote, feeRate } }: { readonly form: OrderForm }) {
  const { t, formatRate } = useTexts();
  const usdt = (value: Usdt | undefined) =>
    value === undefined ? <Dash /> : <UsdtAmount value={value} unit />;
  const krw = (value: Krw | undefined) => (value === undefined ? <Dash /> : <KrwAmount value={value} />);
  const lines =
    side === 'sell'
      ? {
          amounts: {
            [t('place.amount.sell')]: usdt(quote?.usdt),
            [t('place.fee', { rate: feeRate === undefined ? '' : formatRate(feeRate) })]: usdt(quote?.fee),
          },
          sent: { [t('place.usdtToSend')]: usdt(quote?.sent) },
          received: { [t('place.krw.sell')]: krw(quote?.krw) },
        }
      : {
          amounts: {
            [t('place.amount.buy')]: usdt(quote?.usdt),
            [t('label.fee')]: <span className="text-fg-muted text-small">{t('label.none')}</span>,
          },
          sent: { [t('place.krw.buy')]: krw(quote?.krw) },
          received: { [t('place.usdtToReceive')]: usdt(quote?.usdt) },
        };
  const looks = {
    line: 'flex items-baseline justify-between gap-3 py-[3px] md:py-[7px]',
    label: 'text-fg-muted text-small',
    value: '',
  };
  return (
    <dl className="mt-0.5 mb-auto md:mt-2">
      <Facts {...looks} rows={lines.amounts} />
      <Facts
        {...looks}
        line={`${looks.line} mt-1 border-line border-t pt-2 md:pt-3`}
        value="font-strong"
        rows={lines.sent}
      />
      <Facts
        {...looks}
        value="text-[1.25rem] text-accent font-[680] tracking-[-0.01em] [--amount-decimals:currentColor]"
        rows={lines.received}
      />
    </dl>
  );
}

const Dash = () => <span className="font-regular text-fg-subtle">–</span>;
