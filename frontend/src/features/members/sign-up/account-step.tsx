import { nicknameField, passwordField } from '@matgyo/contracts/endpoints/member-fields';
import { useQuery } from '@tanstack/react-query';
import { Check, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { usePasswordHint } from '../../../session/password-hint.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/class-names.ts';
import { InputField } from '../../../ui/field.tsx';
import { nicknameQuery } from './requests.ts';
import type { SignUpForm } from './sign-up-form.ts';
import { TextField, useFieldError } from './text-field.tsx';

/** How long after the last key the nickname is looked up. */
const checkAfterMs = 100;

function useDebounced(value: string, afterMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return debounced;
}

export function AccountStep() {
  const { t } = useTexts();
  return (
    <div className="grid gap-4">
      <NicknameField />
      <TextField
        name="username"
        label={t('signUp.username')}
        hint={t('signUp.usernameHint')}
        autoComplete="off"
        maxLength={100}
      />
      <Passwords />
    </div>
  );
}

function NicknameField() {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const nickname = useWatch<SignUpForm, 'nickname'>({ name: 'nickname' }).trim();
  const debounced = useDebounced(nickname, checkAfterMs);
  const fits = nicknameField.safeParse(debounced).success;
  const check = useQuery({ ...nicknameQuery(debounced), enabled: fits });
  const current = fits && debounced === nickname;
  const fault = !current
    ? undefined
    : check.data?.exists === true
      ? errorTexts('NICKNAME_TAKEN')
      : check.isError
        ? t('signUp.nicknameCheckFailed')
        : undefined;
  return (
    <TextField
      name="nickname"
      label={t('member.nickname')}
      hint={current && check.data?.exists === false ? t('signUp.nicknameFree') : t('signUp.nicknameHint')}
      fault={fault}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={30}
      after={
        current && check.isFetching ? (
          <LoaderCircle size={18} className="animate-spin text-fg-subtle" />
        ) : (
          current &&
          check.data?.exists === false && <Check size={18} strokeWidth={2} className="text-accent" />
        )
      }
    />
  );
}

/** Once both are the same they lock, so that neither is changed by accident; one press opens them again. */
function Passwords() {
  const { t } = useTexts();
  const { register, setValue, setFocus } = useFormContext<SignUpForm>();
  const confirmError = useFieldError('confirmPassword');
  const [password, confirm] = useWatch<SignUpForm, ['password', 'confirmPassword']>({
    name: ['password', 'confirmPassword'],
  });
  const hint = usePasswordHint(password);
  const [leftConfirm, setLeftConfirm] = useState(false);
  const locked = password === confirm && passwordField.safeParse(password).success;
  const differs =
    leftConfirm && confirm !== '' && password !== confirm ? t('signUp.passwordDiffers') : undefined;
  const { onBlur, ...confirmField } = register('confirmPassword');
  return (
    <>
      <TextField
        name="password"
        label={t('member.password')}
        hint={hint}
        type="password"
        autoComplete="new-password"
        readOnly={locked}
      />
      <InputField
        {...confirmField}
        id="confirmPassword"
        label={t('signUp.confirmPassword')}
        hint={locked ? t('newPassword.same') : t('newPassword.againHint')}
        type="password"
        autoComplete="new-password"
        readOnly={locked}
        error={differs ?? confirmError}
        onBlur={(event) => {
          setLeftConfirm(true);
          void onBlur(event);
        }}
      />
      {/* Always there, so that its coming moves nothing. */}
      <Button
        variant="quiet"
        size="medium"
        className={classes('-ml-3 justify-self-start', !locked && 'invisible')}
        onClick={() => {
          setLeftConfirm(false);
          setValue('password', '');
          setValue('confirmPassword', '');
          // Once the fields are open again.
          requestAnimationFrame(() => setFocus('password'));
        }}
      >
        {t('signUp.passwordAgain')}
      </Button>
    </>
  );
}
