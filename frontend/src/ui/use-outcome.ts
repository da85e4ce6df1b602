import { useTexts } from '../i18n/index.ts';
import { toast } from './toast.ts';

/** For the options of a mutation: says that it is done, or why not. `failed`: the text where no answer came. */
export function useOutcome() {
  const { failureText } = useTexts();
  return (done: string, failed?: string) => ({
    onSuccess: () => toast({ kind: 'done', text: done }),
    onError: (error: unknown) => toast({ kind: 'failed', text: failureText(error, failed) }),
  });
}
