import { casePaths } from '@matgyo/contracts/paths/cases';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Command, type CommandOptions, useCommand } from '../../api/command.ts';
import { liveAnswerTo, pages, pollPages, queryKeys } from '../../api/queries.ts';

export const shownCases = ['open', 'mine', 'ended', 'all'] as const;
export type ShownCases = (typeof shownCases)[number];

const { trades } = queryKeys.own;

/** In the server's order. */
export const useCases = (show: ShownCases | 'own') =>
  useInfiniteQuery({ ...pages(trades.all, casePaths.cases, { show }), refetchInterval: pollPages });

export const useCase = (id: string) => useQuery(liveAnswerTo(trades.all, casePaths.case, { params: { id } }));

export const useCaseCommand = <Input, Answer>(
  command: (input: Input) => Command<Answer>,
  outcome?: Pick<CommandOptions<Input, Answer>, 'done' | 'failed' | 'onDone'>,
) => useCommand({ ...outcome, command, changes: [trades.all, queryKeys.own.admin.orders] });
