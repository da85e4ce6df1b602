import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Loading, NotLoaded, Skeleton } from '../../../ui/placeholder.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

interface Answer<DryRun> {
  readonly done: number;
  readonly total: number;
  /** Null until it is ready. */
  readonly rehearsal: DryRun | null;
}

/** The texts of a dry run: of a fee rule, or of levels. */
type Texts = 'dryRun' | 'levelsDryRun';

interface DryRunAnswerProps<DryRun> {
  readonly texts: Texts;
  readonly answer: UseQueryResult<Answer<DryRun>>;
  readonly result: (dryRun: DryRun) => ReactNode;
}

/** A dry run that failed, is under way, or is ready. */
export function DryRunAnswer<DryRun>({ texts, answer, result }: DryRunAnswerProps<DryRun>) {
  const { t, formatCount } = useTexts();
  const { rehearsal: dryRun, done, total } = answer.data ?? { rehearsal: null, done: 0, total: 0 };
  if (dryRun !== null) return result(dryRun);
  if (answer.error !== null) return <NotLoaded failed={t(`${texts}.failed`)} query={answer} />;
  return (
    <Loading>
      <div className="mt-8 max-w-xl">
        <ProgressBar
          label={t(`${texts}.progress`)}
          percent={total === 0 ? 0 : Math.round((done / total) * 100)}
        />
        <p className="mt-1.5 text-fg-muted text-small">
          {t(`${texts}.soFar`, { count: total, done: formatCount(done), total: formatCount(total) })}
        </p>
      </div>
      <Skeleton className="mt-8 h-[232px] w-full rounded-lg" />
    </Loading>
  );
}
