import { reportPaths } from '@matgyo/contracts/paths/reports';
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../../api/call.ts';
import { answerTo, queryKeys } from '../../../api/queries.ts';
import type { AsOfPoints } from '../as-of-text.ts';
import { still } from '../report-queries.ts';

/** Query parameters; `rule` is JSON. */
export interface DryRunQuery extends AsOfPoints {
  readonly rule: string;
  readonly referralCode?: string;
}

/** Query parameters; `levels` is JSON. */
export interface LevelsQuery extends AsOfPoints {
  readonly levels: string;
}

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
