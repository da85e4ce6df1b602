import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { passingRefusals } from '@matgyo/contracts/errors/passing-refusals';
import { type MutationKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { toast } from '../ui/toast.ts';
import { call, newUuid, type OptionsOf } from './call.ts';
import { CallFailure, isFailure } from './call-failure.ts';
import { failureText } from './failure-text.ts';
import type { AnswerOf, Route } from './route.ts';

/** A command as it is sent; two of one name mean the same. */
export interface Command<Answer> {
  readonly name: string;
  readonly send: (idempotencyKey: string) => Promise<Answer>;
}

export const command = <R extends Route>(
  route: R,
  options: Omit<OptionsOf<R>, 'idempotencyKey'>,
): Command<AnswerOf<R>> => ({
  // The language of the screen is sent along and changes nothing.
  name: JSON.stringify([route.method, route.path, options], (name, value) =>
    name === 'storedLanguage' ? undefined : value,
  ),
  send: (idempotencyKey) => call(route, { ...options, idempotencyKey }),
});

/** Whether the server keeps this refusal for every repeat of the key. Anything else leaves open what came of the command. */
export const isKept = (error: unknown): boolean => {
  if (!(error instanceof CallFailure)) return false;
  const { status, code } = error.facts;
  return status >= 400 && status < 500 && status !== 401 && !passingRefusals.has(code as ErrorCode);
};

/**
 * Sends commands under keys of their own. While it is not known what came of one, the same command carries the same key,
 * so that it happens once however often it is tried; after a success or a refusal it is a new one.
 */
export function useSender() {
  const open = useRef(new Map<string, () => Promise<unknown>>());
  return async <Answer>({ name, send }: Command<Answer>): Promise<Answer> => {
    const key = newUuid();
    // Sent again as it was sent first: under one key the server takes one body.
    const sendOnce = open.current.get(name) ?? (() => send(key));
    open.current.set(name, sendOnce);
    try {
      const answer = await sendOnce();
      open.current.delete(name);
      return answer as Answer;
    } catch (error) {
      if (isKept(error)) open.current.delete(name);
      throw error;
    }
  };
}

/** How often an answer "still being finished" is asked again before it is shown as failed. */
const mostResumptions = 5;

interface CommandOptions<Input, Answer> {
  readonly command: (input: Input) => Command<Answer>;
  /** The data it changes is fetched again after success and failure, so that the screen is up to date. */
  readonly changes: readonly QueryKey[];
  /** It is under way until that has come. */
  readonly untilShown?: boolean;
  /** What is said where no answer came; without it the screen says itself what failed. */
  readonly failed?: string;
  readonly onRefused?: (error: Error) => void;
  readonly mutationKey?: MutationKey;
}

/** One thing a person does: sent under its key, asked again while it is being finished, and shown. */
export function useCommand<Input, Answer>(options: CommandOptions<Input, Answer>) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const send = useSender();
  return useMutation({
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    mutationFn: (input: Input) => send(options.command(input)),
    retry: (failures, error) =>
      failures < mostResumptions && isFailure(error, 'TRADE_NOT_FINISHED', 'IN_PROGRESS'),
    retryDelay: (_failures, error) =>
      ((isFailure(error) ? error.facts.retryAfterSeconds : undefined) ?? 1) * 1000,
    onError: (error) => {
      options.onRefused?.(error);
      if (options.failed !== undefined)
        toast({ kind: 'failed', text: failureText(error, t, options.failed) });
    },
    onSettled: () => {
      const shown = Promise.all(
        options.changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
      return options.untilShown === true ? shown : undefined;
    },
  });
}
