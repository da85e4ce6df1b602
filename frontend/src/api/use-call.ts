import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useTexts } from '../i18n/index.ts';
import { toast } from '../ui/toast.ts';
import { type AnswerOf, call, type OptionsOf, type Route } from './call.ts';
import { useSettled } from './use-reload.ts';

interface CallEffects<R extends Route> {
  readonly onSuccess?: (answer: AnswerOf<R>, sent: OptionsOf<R>) => void;
  /** Shown after success. */
  readonly done?: string;
  /** Shown after failure: the text without an answer, or true for the general one. Without it the screen says why. */
  readonly failed?: string | true;
  /** The data it changes is fetched again after success and failure. */
  readonly changes?: readonly QueryKey[];
  /** It stays pending until that data is loaded. */
  readonly untilShown?: boolean;
}

/** A call that the user makes, with the options that `mutate` is given. */
export const useCall = <R extends Route>(
  route: R,
  { onSuccess, done, failed, changes = [], untilShown }: CallEffects<R> = {},
) => {
  const { failureText } = useTexts();
  return useMutation({
    mutationFn: (options: OptionsOf<R>) => call(route, options),
    onSuccess: (answer, sent) => {
      onSuccess?.(answer, sent);
      if (done !== undefined) toast({ kind: 'done', text: done });
    },
    onError: (error) => {
      const text = failed === true ? undefined : failed;
      if (failed !== undefined) toast({ kind: 'failed', text: failureText(error, text) });
    },
    onSettled: useSettled(changes, untilShown),
  });
};
