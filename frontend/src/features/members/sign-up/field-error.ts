import { type ErrorCode, errorCodes } from '@matgyo/contracts/errors/index';
import { useFormContext } from 'react-hook-form';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import type { SignUpField, SignUpForm } from './sign-up-form.ts';

const isCode = (text: string): text is ErrorCode => errorCodes.some((code) => code === text);

/** The sentence under a field. The rules name an error code; anything else they say is not for people. */
export function useFieldError(field: SignUpField): string | undefined {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const {
    formState: { errors },
  } = useFormContext<SignUpForm>();
  const error = errors[field];
  if (error === undefined) return undefined;
  return error.message !== undefined && isCode(error.message)
    ? errorTexts(error.message)
    : t('signUp.badField');
}
