import { zodResolver } from '@hookform/resolvers/zod';
import { signUpFields } from '@matgyo/contracts/endpoints/sign-up-fields';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { type CallFailure, isFailure } from '../../../api/call-failure.ts';
import { useCall } from '../../../api/use-call.ts';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { refusedField } from '../refused-field.ts';
import { forgetDraft, readVerifiedPhone, writeDraft, writeVerifiedPhone } from './draft.ts';
import { formOf, nicknameQuery } from './requests.ts';
import {
  firstOpenStep,
  type SignUpField,
  type SignUpForm,
  type StepName,
  startingForm,
  stepFields,
  stepNames,
  stepOf,
} from './sign-up-form.ts';

/** The form of all steps with the current one. `next` validates it and goes on, or sends everything from the last. */
export function useSignUpSteps(onDone: (nickname: string) => void) {
  const errorTexts = useErrorTexts();
  const address = useAddress();
  const queryClient = useQueryClient();
  const [verified, setVerified] = useVerifiedPhone();
  const [photo, setPhoto] = useState<Blob>();
  const [photoFault, setPhotoFault] = useState<string>();
  const form = useForm<SignUpForm>({
    // The form keeps text; the rules turn some of it into something else, which is not wanted here. A broken rule's
    // message is its error code.
    resolver: zodResolver(signUpFields, undefined, { raw: true }) as unknown as Resolver<SignUpForm>,
    defaultValues: {
      ...startingForm(address.read('referralCode')),
      ...(verified !== undefined && { phone: verified }),
    },
    mode: 'onTouched',
  });
  const { step, goTo, wasFurther } = useStep(() => firstOpenStep(form.getValues(), verified !== undefined));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) }),
    [form],
  );

  const isTaken = async (nickname: string): Promise<boolean> => {
    if (nickname === '') return false;
    // Without an answer the form goes on: the server checks the nickname again at the end.
    const answer = await queryClient.fetchQuery(nicknameQuery(nickname)).catch(() => undefined);
    return answer?.exists === true;
  };

  const markVerified = (phone: string | undefined) => {
    setVerified(phone);
    if (phone !== undefined) goTo('account');
  };

  const sending = useSendSignUp(onDone, (field, { code }, text) => {
    if (field === 'photo') setPhotoFault(text);
    else form.setError(field, { message: code });
    // A verification holds for a while only; the number stays typed in.
    if (field === 'phone') setVerified(undefined);
    goTo(stepOf(field));
  });

  const next = async () => {
    // The field itself shows that the nickname is taken.
    const taken = step === 'account' && (await isTaken(form.getValues('nickname').trim()));
    const valid = await form.trigger(stepFields[step], { shouldFocus: !taken });
    if (taken) form.setFocus('nickname');
    // From now on each is checked as it is typed.
    if (!valid)
      for (const field of stepFields[step])
        form.setValue(field, form.getValues(field), { shouldTouch: true });
    if (taken || !valid) return;
    if (step === 'account' && form.getValues('password') !== form.getValues('confirmPassword')) {
      form.setError('confirmPassword', { message: 'PASSWORD_MISMATCH' }, { shouldFocus: true });
      return;
    }
    const following = stepNames[stepNames.indexOf(step) + 1];
    if (following !== undefined) goTo(following);
    else if (photo === undefined) setPhotoFault(errorTexts('IMAGE_REQUIRED'));
    else sending.send(form.getValues(), photo);
  };

  return {
    form,
    step,
    goTo,
    wasFurther,
    sending,
    next,
    phone: { verified, onVerified: markVerified },
    photo: {
      photo,
      fault: photoFault,
      onPhoto: (chosen: Blob | undefined) => {
        setPhoto(chosen);
        setPhotoFault(undefined);
      },
    },
  };
}

function useVerifiedPhone() {
  const [verified, setVerified] = useState(readVerifiedPhone);
  const set = (phone: string | undefined) => {
    setVerified(phone);
    writeVerifiedPhone(phone);
  };
  return [verified, set] as const;
}

/** The step is in the address: the browser's back goes one step back and loses nothing. */
function useStep(openStep: () => StepName) {
  const address = useAddress();
  const named = address.readOne('step', stepNames);
  const furthest = openStep();
  const wasFurther = stepNames.indexOf(named) > stepNames.indexOf(furthest);
  return {
    step: wasFurther ? furthest : named,
    wasFurther,
    goTo: (next: StepName) => address.choose({ step: next }),
  };
}

/** Sends the form. A refusal about one field goes to `onFault`; any other is `failure`. */
function useSendSignUp(
  onDone: (nickname: string) => void,
  onFault: (field: SignUpField | 'photo', refusal: CallFailure, text: string) => void,
) {
  const { t, failureText } = useTexts();
  const signUp = useCall(memberPaths.signUp);
  // The form is checked asynchronously, so a double click gets here twice before the button is busy.
  const isSent = useRef(false);
  const textOf = <E>(error: E) => failureText(error, t('signUp.unanswered'), t('signUp.failed'));
  return {
    failure: faultyField(signUp.error) === undefined ? textOf(signUp.error) : undefined,
    busy: signUp.isPending,
    send: (form: SignUpForm, photo: Blob) => {
      if (isSent.current) return;
      isSent.current = true;
      signUp.mutate(
        { asVisitor: true, cookies: true, form: formOf(form, photo) },
        {
          onSuccess: () => {
            forgetDraft();
            onDone(form.nickname.trim());
          },
          onError: (error) => {
            isSent.current = false;
            const field = faultyField(error);
            if (field !== undefined && isFailure(error)) onFault(field, error, textOf(error));
          },
        },
      );
    },
  };
}

const allFields: readonly SignUpField[] = stepNames.flatMap((step) => stepFields[step]);

/** The field a refusal is about: by its code or, where that says only that a field is invalid, by its details. */
function faultyField(error: unknown): SignUpField | 'photo' | undefined {
  if (!isFailure(error)) return undefined;
  const byCode = refusedField(error);
  if (byCode !== undefined) return byCode;
  const fields = error.answer.details['fields'];
  if (typeof fields !== 'object' || fields === null) return undefined;
  return allFields.find((field) => Object.hasOwn(fields, field));
}
