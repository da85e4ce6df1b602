import { useState } from 'react';
import { failureText } from '../../../api/failure-text.ts';
import { useTexts } from '../../../i18n/index.ts';
import { writeStored } from '../../../session/storage.ts';
import { toast } from '../../../ui/toast.ts';
import { forgetDraft } from './draft.ts';
import { faultyField } from './refusal.ts';
import { useSignUp } from './requests.ts';
import type { SignUpForm } from './sign-up-form.ts';

interface Fault {
  readonly field: NonNullable<ReturnType<typeof faultyField>>;
  readonly text: string;
  readonly error: unknown;
}

/** Sends the form. A refusal about one field goes to `onFault`; any other is `failure`. */
export function useSendSignUp(onDone: () => void, onFault: (fault: Fault) => void) {
  const { t } = useTexts();
  const signUp = useSignUp();
  const [failure, setFailure] = useState<string>();
  const refused = (error: unknown) => {
    const field = faultyField(error);
    const text = failureText(error, t, t('signUp.unanswered'), t('signUp.failed'));
    if (field === undefined) setFailure(text);
    else onFault({ field, text, error });
  };
  return {
    failure,
    busy: signUp.isPending,
    send(form: SignUpForm, photo: Blob) {
      setFailure(undefined);
      signUp.mutate(
        { form, photo },
        {
          onSuccess: () => {
            forgetDraft();
            writeStored('verified', null);
            toast({ kind: 'done', text: t('signUp.done') });
            onDone();
          },
          onError: refused,
        },
      );
    },
  };
}
