import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { passingRefusals } from '@matgyo/contracts/errors/passing-refusals';
import { type MutationKey, type QueryKey, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { toast } from '../ui/toast.ts';
import { type AnswerOf, call, newUuid, type OptionsOf, type Route } from './call.ts';
import { CallFailure, isFailure } from './call-failure.ts';
import { useSettled } from './use-reload.ts';

/** A command; two with the same name are the same. */
export interface Command<Answer> {
  readonly name: string;
  readonly send: (idempotencyKey: string) => Promise<Answer>;
}

export const command = <R extends Route>(
  route: R,
  options: Omit<OptionsOf<R>, 'idempotencyKey'>,
): Command<AnswerOf<R>> => {
  const confirmed = {};
  return {
    name: JSON.stringify([route.method, route.path, options]),
    send: (idempotencyKey) => call(route, { ...options, idempotencyKey, confirmed }),
  };
};

/** A command sent as a form, which can carry an image. */
export const formCommand = <R extends Route>(
  route: R,
  options: Omit<OptionsOf<R>, 'idempotencyKey' | 'form'>,
  {
    image,
    ...fields
  }: { readonly [name: string]: string | Blob | undefined; readonly image?: Blob | undefined },
): Command<AnswerOf<R>> => ({
  // Images of the same size count as the same image.
  name: JSON.stringify([route.method, route.path, options, fields, image?.size]),
  send: (idempotencyKey) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
    if (image !== undefined) form.set('image', image, 'image.jpg');
    return call(route, { ...options, idempotencyKey, form });
  },
});

/** Whether the server stores this refusal for repeats of the key. After other failures the outcome is unknown. */
export const isStored = (error: unknown): boolean => {
  if (!(error instanceof CallFailure)) return false;
  const { status, code } = error.answer;
  return status >= 400 && status < 500 && status !== 401 && !passingRefusals.has(code as ErrorCode);
};

/** Whether the same command may be sent again as it is: it was not refused. */
export const isRepeatable = (error: unknown): boolean =>
  isFailure(error, 'NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'TRADE_NOT_FINISHED', 'IN_PROGRESS');

/**
 * Sends commands with idempotency keys. While a command's outcome is unknown, repeats use the same key, so that it is
 * executed once; after a success or refusal a new key.
 */
export function useSender() {
  const open = useRef(new Map<string, () => Promise<unknown>>());
  return async <Answer>({ name, send }: Command<Answer>): Promise<Answer> => {
    const key = newUuid();
    // The first body again: the server accepts one body per key.
    const sendOnce = open.current.get(name) ?? (() => send(key));
    open.current.set(name, sendOnce);
    try {
      const answer = await sendOnce();
      open.current.delete(name);
      return answer as Answer;
    } catch (error) {
      if (isStored(error)) open.current.delete(name);
      throw error;
    }
  };
}

/** How often IN_PROGRESS is retried before the command counts as failed. */
const resumptionsMax = 5;

export interface Outcome {
  /** Shown after success. */
  readonly done?: string;
  /** The error text without an answer, or true for the general one; if undefined, the screen shows errors itself. */
  readonly failed?: string | true;
  /** Called after success even if the screen has gone meanwhile, unlike the callbacks of `mutate`. */
  readonly onDone?: () => void;
}

export interface CommandOptions<Input, Answer> extends Omit<Outcome, 'done' | 'onDone'> {
  readonly onDone?: (answer: Answer, input: Input) => void;
  /** Shown after success, of what was done. */
  readonly done?: string | ((input: Input) => string);
  readonly command: (input: Input) => Command<Answer>;
  /** The data it changes is fetched again after success and failure, so that the screen is up to date. */
  readonly changes: readonly QueryKey[];
  /** The command stays pending until that data is loaded. */
  readonly untilShown?: boolean;
  /** Refusals that the screen shows at a field instead. */
  readonly atField?: readonly ErrorCode[];
  /** Also called if the screen has gone meanwhile. */
  readonly onRefused?: (error: Error, input: Input) => void;
  readonly mutationKey?: MutationKey;
}

/** A command of the user: sent with its key, retried while in progress, and its outcome shown. */
export function useCommand<Input, Answer>(options: CommandOptions<Input, Answer>) {
  const { failureText } = useTexts();
  const send = useSender();
  return useMutation({
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    mutationFn: (input: Input) => send(options.command(input)),
    retry: (failures, error) =>
      failures < resumptionsMax && isFailure(error, 'TRADE_NOT_FINISHED', 'IN_PROGRESS'),
    retryDelay: (_failures, error) =>
      ((isFailure(error) ? error.answer.retryAfterSeconds : undefined) ?? 1) * 1000,
    onSuccess: (answer, input) => {
      const { done } = options;
      if (done !== undefined) toast({ kind: 'done', text: typeof done === 'string' ? done : done(input) });
      options.onDone?.(answer, input);
    },
    onError: (error, input) => {
      options.onRefused?.(error, input);
      const { failed, atField } = options;
      const isAtField = atField !== undefined && isFailure(error, ...atField);
      if (failed === undefined || isAtField) return;
      toast({ kind: 'failed', text: failureText(error, failed === true ? undefined : failed) });
    },
    onSettled: useSettled(options.changes, options.untilShown),
  });
}
