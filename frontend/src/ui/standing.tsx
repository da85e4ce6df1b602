import type { StandingView } from '@matgyo/contracts/endpoints/levels';
import type { StandingWithLimit as OwnStanding } from '../api/levels.ts';
import { durationText } from '../format/duration.ts';
import { useTexts } from '../i18n/index.ts';
import { KrwAmount } from './amount.tsx';
import { Facts, type Rows } from './facts.tsx';

interface StandingProps {
  readonly standing: StandingView;
  /** What is shown after the level. */
  readonly more?: Rows;
}

/** A member's level and what it rests on. */
export default function Standing({ standing, more }: StandingProps) {
  const { t } = useTexts();
  const minutes = (median: number | null) => {
    if (median === null) return '–';
    return median === 0 ? t('levels.underMinute') : durationText(median * 60, t);
  };
  const ofMedian = (label: string) => `${label} (${t('levels.median')})`;
  return (
    <dl className="grid gap-x-12 text-small md:grid-cols-2">
      <Facts
        line="flex min-h-9 items-center justify-between gap-4 border-line border-b"
        label="text-fg-muted"
        value="whitespace-nowrap text-right font-medium"
        rows={{
          [t('account.level')]: standing.level,
          ...more,
          [t('levels.trades')]: t('levels.count', { count: standing.trades }),
          [t('levels.overdue')]: t('levels.times', { count: standing.overdue }),
          [t('levels.casesLost')]: t('levels.count', { count: standing.casesLost }),
          [ofMedian(t('levels.payMinutes'))]: minutes(standing.payMinutes),
          [ofMedian(t('levels.confirmMinutes'))]: minutes(standing.confirmMinutes),
        }}
      />
    </dl>
  );
}

/** A standing with the open orders' value and its limit: for the member and admins. */
export function StandingWithLimit({ standing }: { readonly standing: OwnStanding }) {
  const { t } = useTexts();
  const { openKrw, limitKrw, leftKrw } = standing;
  return (
    <Standing
      standing={standing}
      more={{
        [t('levels.limit')]: limitKrw === null ? t('label.none') : <KrwAmount value={limitKrw} />,
        [t('levels.open')]: <KrwAmount value={openKrw} />,
        [t('levels.left')]: leftKrw !== null && <KrwAmount value={leftKrw} />,
      }}
    />
  );
}
