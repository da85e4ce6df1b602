import { reportPaths } from '@matgyo/contracts/paths/reports';
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, QueryOf } from '../../../api/call.ts';
import { answerTo, queryKeys } from '../../../api/queries.ts';
import { still } from '../report-queries.ts';

export type DryRunQuery = QueryOf<typeof reportPaths.dryRunFees>;
export type LevelsQuery = QueryOf<typeof reportPaths.dryRunLevels>;

export type DryRun = NonNullable<AnswerOf<typeof reportPaths.dryRunFees>['rehearsal']>;
export type LevelsDryRun = NonNullable<AnswerOf<typeof reportPaths.dryRunLevels>['rehearsal']>;

/** The server answers within a second; polling again soon updates the progress. */
const pollEveryMs = 250;

const options = {
  ...still,
  refetchInterval: ({ state }: { state: { data?: { rehearsal: unknown } | undefined } }) =>
    state.data?.rehearsal === null ? pollEveryMs : false,
} as const;

export const dryRunQuery = (query: DryRunQuery | undefined) =>
  queryOptions({
    ...options,
    ...answerTo(queryKeys.own.staff.fees, reportPaths.dryRunFees, { query: query ?? { rule: '' } }),
    enabled: query !== undefined,
  });

export const levelsDryRunQuery = (query: LevelsQuery | undefined) =>
  queryOptions({
    ...options,
    ...answerTo(queryKeys.own.staff.all, reportPaths.dryRunLevels, { query: query ?? { levels: '' } }),
    enabled: query !== undefined,
  });
