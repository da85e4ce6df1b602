import type { ConsentView } from '@matgyo/contracts/endpoints/consent';
import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { durationText } from '../../../../format/duration.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { useNow } from '../../../../ui/use-now.ts';

interface WaitingConsentProps {
  readonly order: AdminOrderView;
  readonly counterpart: string;
  readonly consent: ConsentView;
}

/** Whose consent an offered match waits for, and the time left. */
export function WaitingConsent({ order, counterpart, consent }: WaitingConsentProps) {
  const { t } = useTexts();
  const seconds = Math.ceil((Date.parse(consent.until) - useNow(10_000)) / 1000);
  const nameOf = (side: 'sell' | 'buy') => (side === order.side ? order.userId.nickname : counterpart);
  return (
    <ul aria-label={t('consent.waits')} className="grid gap-0.5 text-small">
      {consent.of.map((side) => (
        <li key={side} className="flex justify-between gap-2">
          <span className="text-fg">{nameOf(side)}</span>
          <span className="text-fg-muted">
            {consent.given.includes(side) ? t('match.hasAccepted') : t('match.hasNotAnswered')}
          </span>
        </li>
      ))}
      <li className="text-fg-muted">
        {seconds <= 0 ? t('consent.over') : t('consent.left', { duration: durationText(seconds, t) })}
      </li>
    </ul>
  );
}
