import type { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import type { passwordPaths } from '@matgyo/contracts/paths/passwords';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { sentBefore, useResend } from '../../ui/code-field.tsx';
import { InputField } from '../../ui/field.tsx';
import { Form, FormFailure, FormPage } from '../../ui/form-page.tsx';
import { useTypedText } from './typed-text.tsx';

interface SendCodePageProps {
  readonly title: string;
  readonly intro: string;
  /** Has a code sent to the phone of an account. The answer is the same whether the account exists or not. */
  readonly route: typeof passwordPaths.sendRecoveryCode | typeof oneTimeCodePaths.resendCode;
  /** A nickname that is known already. */
  readonly start?: string | undefined;
  /** What the code is for. */
  readonly children: (nickname: string) => ReactNode;
}

/**
 * A page for an account's code: first its nickname, to whose phone a code is sent, and another one after the time the
 * server names; then what the code is for.
 */
export function SendCodePage({ title, intro, route, start, children }: SendCodePageProps) {
  const { t, failureText } = useTexts();
  const [sentTo, setSentTo] = useState<string>();
  const again = sentTo !== undefined;
  const send = useCall(route, { done: again ? t('code.resent') : t('code.sent') });
  const nickname = useTypedText(start);
  const resend = useResend();

  const submit = () => {
    const name = nickname.text.trim();
    if (name === '') return nickname.breaks('NICKNAME_REQUIRED');
    send.mutate(
      { asVisitor: true, body: { nickname: name } },
      resend.after(() => setSentTo(name)),
    );
  };
  const failed = again ? t('verify.resendFailed') : t('code.smsFailed');
  return (
    <FormPage title={title} intro={intro}>
      <Form busy={send.isPending || resend.waits} onSubmit={submit} className="grid gap-3">
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
            setSentTo(undefined);
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
      </Form>
      {again && (
        <div key={sentTo} className="mt-6">
          {children(sentTo)}
        </div>
      )}
      <p className="mt-5 text-small">
        <Link to="/signin" className="inline-block rounded-xs py-2.5 font-medium text-fg-muted hover:text-fg">
          {t('recover.remembered')}
        </Link>
      </p>
    </FormPage>
  );
}
