import { type QueryKey, useMutation } from '@tanstack/react-query';
import { call, type OptionsOf } from './call.ts';
import type { AnswerOf, Route } from './route.ts';
import { useSettled } from './use-reload.ts';

interface CallEffects<R extends Route> {
  readonly onSuccess?: (answer: AnswerOf<R>) => void;
  /** The data it changes is fetched again after success and failure. */
  readonly changes?: readonly QueryKey[];
  /** It stays pending until that data is loaded. */
  readonly untilShown?: boolean;
}

/** A call that the user makes, with the options that `mutate` is given. */
export const useCall = <R extends Route>(
  route: R,
  { onSuccess, changes = [], untilShown }: CallEffects<R> = {},
) =>
  useMutation({
    mutationFn: (options: OptionsOf<R>) => call(route, options),
    ...(onSuccess && { onSuccess }),
    onSettled: useSettled(changes, untilShown),
  });
