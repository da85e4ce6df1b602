import type { Side } from '@matgyo/contracts/ids';
import { useState } from 'react';
import { formatKrw, formatPrice, formatUsdt } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import type { Quote } from './quote.ts';

interface ConfirmOrderProps {
  readonly side: Side;
  /** The quote to confirm; undefined while the dialog is closed. */
  readonly quote: Quote | undefined;
  readonly busy: boolean;
  readonly onConfirm: (quote: Quote) => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation of an order, with its figures. */
export function ConfirmOrder({ side, quote, busy, onConfirm, onCancel }: ConfirmOrderProps) {
  const { t, language } = useTexts();
  // Keeps its text while it closes.
  const [last, setLast] = useState(quote);
  if (quote !== undefined && quote !== last) setLast(quote);
  if (last === undefined) return null;
  const values = {
    amount: formatUsdt(last.usdt, language),
    price: formatPrice(last.price, language),
    krw: formatKrw(last.krw, language),
  };
  const sells = side === 'sell';
  return (
    <Confirm
      open={quote !== undefined}
      busy={busy}
      title={sells ? t('place.confirmSellTitle') : t('place.confirmBuyTitle')}
      confirmLabel={sells ? t('place.confirmSell', values) : t('place.confirmBuy', values)}
      cancelLabel={t('dismiss')}
      onCancel={onCancel}
      onConfirm={() => onConfirm(last)}
    >
      <p>{sells ? t('place.confirmSellText', values) : t('place.confirmBuyText', values)}</p>
      {sells && last.sent !== undefined && (
        <p>{t('place.confirmSent', { sent: formatUsdt(last.sent, language) })}</p>
      )}
      <p className="mt-2 text-small">{t('place.confirmNext')}</p>
    </Confirm>
  );
}
