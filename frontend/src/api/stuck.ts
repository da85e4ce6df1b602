import { operationPaths } from '@matgyo/contracts/paths/operations';
import { queryOptions } from '@tanstack/react-query';
import { answerTo, queryKeys } from './queries.ts';

/** Stuck data causes no events, so it is polled. */
const pollEveryMs = 5000;

/** Stuck matches, and the state of the read models. */
export const stuckQuery = queryOptions({
  ...answerTo(queryKeys.own.admin.stuck, operationPaths.stuck),
  refetchInterval: pollEveryMs,
});
