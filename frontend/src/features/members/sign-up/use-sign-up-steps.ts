import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { CallFailure } from '../../../api/call-failure.ts';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { writeDraft } from './draft.ts';
import { nicknameQuery } from './requests.ts';
import {
  firstOpenStep,
  type SignUpForm,
  signUpRules,
  startingForm,
  stepFields,
  stepNames,
  stepOf,
} from './sign-up-form.ts';
import { useSendSignUp } from './use-send-sign-up.ts';
import { useStep } from './use-step.ts';
import { useVerifiedPhone } from './use-verified-phone.ts';

/** The form of all steps with the current one. `next` validates it and goes on, or sends everything from the last. */
export function useSignUpSteps(onDone: () => void) {
  const errorTexts = useErrorTexts();
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const [verified, setVerified] = useVerifiedPhone();
  const [photo, setPhoto] = useState<Blob>();
  const [photoFault, setPhotoFault] = useState<string>();
  const form = useForm<SignUpForm>({
    // The form keeps text; the rules turn some of it into something else, which is not wanted here.
    resolver: zodResolver(signUpRules, undefined, { raw: true }) as unknown as Resolver<SignUpForm>,
    defaultValues: {
      ...startingForm(search.get('referralCode')),
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

  const sending = useSendSignUp(onDone, ({ field, text, error }) => {
    if (field === 'photo') setPhotoFault(text);
    else if (error instanceof CallFailure) form.setError(field, { message: error.code });
    // A verification holds for a while only; the number stays typed in.
    if (field === 'phone') setVerified(undefined);
    goTo(stepOf(field));
  });

  const next = async () => {
    // The field itself shows that the nickname is taken.
    const taken = step === 'account' && (await isTaken(form.getValues('nickname').trim()));
    const valid = await form.trigger(stepFields[step], { shouldFocus: !taken });
    if (taken) form.setFocus('nickname');
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
    ...{ form, step, goTo, wasFurther, sending, next },
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
