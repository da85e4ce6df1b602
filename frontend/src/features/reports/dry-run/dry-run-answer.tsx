import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { UnderWay } from './under-way.tsx';

interface Answer<DryRun> {
  readonly done: number;
  readonly total: number;
  /** Null until it is ready. */
  readonly rehearsal: DryRun | null;
}

interface DryRunAnswerProps<DryRun> {
  readonly answer: UseQueryResult<Answer<DryRun>>;
  readonly failed: string;
  readonly progress: string;
  readonly soFar: (figures: { count: number; done: string; total: string }) => string;
  readonly result: (dryRun: DryRun) => ReactNode;
}

/** A dry run that failed, is under way, or is ready. */
export function DryRunAnswer<DryRun>(props: DryRunAnswerProps<DryRun>) {
  const { answer, failed, progress, soFar, result } = props;
  const { language } = useTexts();
  const { rehearsal: dryRun, done, total } = answer.data ?? { rehearsal: null, done: 0, total: 0 };
  if (dryRun !== null) return result(dryRun);
  if (answer.error !== null)
    return (
      <LoadFailure
        title={failed}
        error={answer.error}
        onRetry={answer.refetch}
        retrying={answer.isFetching}
      />
    );
  const figures = { count: total, done: formatCount(done, language), total: formatCount(total, language) };
  return <UnderWay done={done} total={total} label={progress} soFar={soFar(figures)} />;
}
