import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { UnderWay } from './under-way.tsx';

interface Answer<Rehearsal> {
  readonly done: number;
  readonly total: number;
  /** Null until it is ready. */
  readonly rehearsal: Rehearsal | null;
}

interface RehearsalAnswerProps<Rehearsal> {
  readonly answer: UseQueryResult<Answer<Rehearsal>>;
  readonly failed: string;
  readonly progress: string;
  readonly soFar: (figures: { count: number; done: string; total: string }) => string;
  readonly result: (rehearsal: Rehearsal) => ReactNode;
}

/** A rehearsal that failed, is under way, or is ready. */
export function RehearsalAnswer<Rehearsal>(props: RehearsalAnswerProps<Rehearsal>) {
  const { answer, failed, progress, soFar, result } = props;
  const { language } = useTexts();
  const { rehearsal, done, total } = answer.data ?? { rehearsal: null, done: 0, total: 0 };
  if (rehearsal !== null) return result(rehearsal);
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
