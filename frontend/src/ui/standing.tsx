import type { StandingView } from '@matgyo/contracts/endpoints/levels';
import type { ReactNode } from 'react';
import type { StandingWithLimit as OwnStanding } from '../api/levels.ts';
import { durationText } from '../format/duration.ts';
import { useTexts } from '../i18n/index.ts';
import { KrwAmount } from './amount.tsx';

interface StandingProps {
  readonly standing: StandingView;
  /** Content before the figures. */
  readonly children?: ReactNode;
}

/** A member's level and what it rests on. */
export default function Standing({ standing, children }: StandingProps) {
  const { t } = useTexts();
  const minutes = (median: number | null) => {
    if (median === null) return '–';
    return median === 0 ? t('levels.underMinute') : durationText(median * 60, t);
  };
  const ofMedian = (label: string) => `${label} (${t('levels.median')})`;
  return (
    <dl className="grid gap-x-12 text-small md:grid-cols-2">
      <StandingLine label={t('account.level')}>{standing.level}</StandingLine>
      {children}
      <StandingLine label={t('levels.trades')}>{t('levels.count', { count: standing.trades })}</StandingLine>
      <StandingLine label={t('levels.overdue')}>
        {t('levels.times', { count: standing.overdue })}
      </StandingLine>
      <StandingLine label={t('levels.casesLost')}>
        {t('levels.count', { count: standing.casesLost })}
      </StandingLine>
      <StandingLine label={ofMedian(t('levels.payMinutes'))}>{minutes(standing.payMinutes)}</StandingLine>
      <StandingLine label={ofMedian(t('levels.confirmMinutes'))}>
        {minutes(standing.confirmMinutes)}
      </StandingLine>
    </dl>
  );
}

/** A standing with the open orders' value and its limit: for the member and admins. */
export function StandingWithLimit({ standing }: { readonly standing: OwnStanding }) {
  const { t } = useTexts();
  const { openKrw, limitKrw, leftKrw } = standing;
  return (
    <Standing standing={standing}>
      <StandingLine label={t('levels.limit')}>
        {limitKrw === null ? t('levels.noLimit') : <KrwAmount value={limitKrw} />}
      </StandingLine>
      <StandingLine label={t('levels.open')}>
        <KrwAmount value={openKrw} />
      </StandingLine>
      {leftKrw !== null && (
        <StandingLine label={t('levels.left')}>
          <KrwAmount value={leftKrw} />
        </StandingLine>
      )}
    </Standing>
  );
}

function StandingLine({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-line border-b">
      <dt className="text-fg-muted">{label}</dt>
      <dd className="whitespace-nowrap text-right font-medium">{children}</dd>
    </div>
  );
}
