import type { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import type { passwordPaths } from '@matgyo/contracts/paths/passwords';
import { Fragment, type ReactNode, type SubmitEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { sentBefore, useResend } from '../../ui/code-field.tsx';
import { InputField } from '../../ui/field.tsx';
import { FormFailure, FormPage } from '../../ui/form-page.tsx';
import { useTypedText } from './typed-text.tsx';

interface SendCodePageProps extends Omit<SendCodeStepProps, 'again' | 'onSentTo'> {
  readonly title: string;
  readonly intro: string;
  /** What the code is for. */
  readonly children: (nickname: string) => ReactNode;
}

/** A page for an account's code: first its nickname, then what the code is for. */
export function SendCodePage({ title, intro, route, start, children }: SendCodePageProps) {
  const { t } = useTexts();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <FormPage title={title} intro={intro}>
      <div className="grid gap-6">
        <SendCodeStep route={route} start={start} again={sentTo !== undefined} onSentTo={setSentTo} />
        {sentTo !== undefined && <Fragment key={sentTo}>{children(sentTo)}</Fragment>}
      </div>
      <p className="mt-5 text-small">
        <Link to="/signin" className="inline-block rounded-xs py-2.5 font-medium text-fg-muted hover:text-fg">
          {t('recover.remembered')}
        </Link>
      </p>
    </FormPage>
  );
}

interface SendCodeStepProps {
  /** Has a code sent to the phone of an account. The answer is the same whether the account exists or not. */
  readonly route: typeof passwordPaths.sendRecoveryCode | typeof oneTimeCodePaths.resendCode;
  /** A nickname that is known already. */
  readonly start?: string | undefined;
  /** Whether a code is under way to the nickname. */
  readonly again: boolean;
  /** The nickname a code is under way to; undefined once another is being typed. */
  readonly onSentTo: (nickname: string | undefined) => void;
}

/** Whose phone, and a code sent to it; another one after the time the server names. */
function SendCodeStep({ route, start = '', again, onSentTo }: SendCodeStepProps) {
  const { t, failureText } = useTexts();
  const send = useCall(route, { done: again ? t('code.resent') : t('code.sent') });
  const nickname = useTypedText(start);
  const resend = useResend();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || resend.waits) return;
    const name = nickname.text.trim();
    if (name === '') return nickname.breaks('NICKNAME_REQUIRED');
    send.mutate(
      { asVisitor: true, body: { nickname: name } },
      resend.after(() => onSentTo(name)),
    );
  };
  const failed = again ? t('verify.resendFailed') : t('code.smsFailed');
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <InputField
        {...nickname.field}
        id="nickname"
        label={t('member.nickname')}
        // The answer does not tell whether there is such an account.
        hint={again ? t('code.notCome') : undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={send.isPending}
        onChange={(event) => {
          nickname.field.onChange(event);
          // A code belongs to one account.
          resend.reset();
          onSentTo(undefined);
        }}
      />
      {/* A code sent before still counts: its field is all that is needed. */}
      {sentBefore(send.error) === undefined && <FormFailure text={failureText(send.error, failed)} />}
      <Button
        type="submit"
        variant={again ? 'secondary' : 'primary'}
        busy={send.isPending}
        off={resend.waits}
      >
        {resend.label(again)}
      </Button>
    </form>
  );
}
