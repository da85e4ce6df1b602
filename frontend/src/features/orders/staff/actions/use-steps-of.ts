import { useState } from 'react';
import { useTradePaymentQuery } from '../../../../api/trade-payment.ts';
import { useTexts } from '../../../../i18n/index.ts';
import type { Change } from '../../../../ui/changed-band.tsx';
import { lastMarked } from '../../../../ui/payment-marks.ts';
import type { Match } from '../../matches.ts';

/**
 * The payment of a match, its last marked step now (null: none), and how that has changed since it was shown first. An
 * offered match has no steps yet.
 */
export function useStepsOf(match: Match | undefined) {
  const { t } = useTexts();
  const { data: payment, isLoading } = useTradePaymentQuery(match?.offered ? undefined : match?.tradeId);
  const [first, setFirst] = useState(payment);
  if (payment?._id !== first?._id) setFirst(payment);
  const marked = payment && lastMarked(payment);
  const before = first && lastMarked(first);
  const nameOf = (step: typeof marked) => (step ? t(`steps.${step}.name`) : '–');
  const hasChanged = payment?._id === first?._id && before !== marked;
  const changes: readonly Change[] = hasChanged
    ? [{ label: t('marks.last'), before: nameOf(before), now: nameOf(marked) }]
    : [];
  return { payment, isLoading, marked, changes };
}
