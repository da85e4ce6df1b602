import { type SubmitEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CallFailure, isFailure } from '../../api/call-failure.ts';
import { failureText } from '../../api/failure-text.ts';
import { useErrorWords } from '../../i18n/error-words.ts';
import { useWords } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { FormFailure, FormPage } from '../../ui/form-page.tsx';
import { toast } from '../../ui/toast.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import { useSendAccountCode, useVerifyAccount } from './account-code.ts';

/** The nickname that sign-in hands over; somebody who comes by the address types it. */
function useHandedNickname(): string {
  const state: unknown = useLocation().state;
  const nickname =
    typeof state === 'object' && state !== null && 'nickname' in state ? state.nickname : undefined;
  return typeof nickname === 'string' ? nickname : '';
}

export default function VerifyPage() {
  const { t } = useWords();
  const [nickname, setNickname] = useState(useHandedNickname());
  const [sentTo, setSentTo] = useState<string>();
  const [nextSendMs, setNextSendMs] = useState<number>();
  usePageTitle(t('verify.title'));
  return (
    <FormPage title={t('verify.title')} intro={t('verify.intro')}>
      <div className="grid gap-6">
        <SendStep
          nickname={nickname}
          onNickname={setNickname}
          nextSendMs={nextSendMs}
          again={sentTo !== undefined}
          onSent={(seconds) => {
            setSentTo(nickname.trim());
            setNextSendMs(Date.now() + seconds * 1000);
          }}
        />
        {sentTo !== undefined && <CodeStep nickname={sentTo} />}
      </div>
    </FormPage>
  );
}

interface SendStepProps {
  readonly nickname: string;
  readonly onNickname: (nickname: string) => void;
  readonly nextSendMs: number | undefined;
  readonly again: boolean;
  readonly onSent: (resendAfterSeconds: number) => void;
}

function SendStep({ nickname, onNickname, nextSendMs, again, onSent }: SendStepProps) {
  const { t } = useWords();
  const errorWords = useErrorWords();
  const send = useSendAccountCode();
  const waitSeconds = useCountdown(nextSendMs);
  const [missing, setMissing] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || waitSeconds > 0) return;
    const empty = nickname.trim() === '';
    setMissing(empty ? errorWords('NICKNAME_REQUIRED') : undefined);
    if (empty) return;
    send.mutate(nickname.trim(), {
      onSuccess: ({ resendAfterSeconds }) => {
        onSent(resendAfterSeconds);
        toast({ kind: 'done', text: again ? t('code.resent') : t('code.sent') });
      },
      onError: (error) => {
        const seconds = error instanceof CallFailure ? error.facts.retryAfterSeconds : undefined;
        if (isFailure(error, 'CODE_TOO_SOON') && seconds !== undefined) onSent(seconds);
      },
    });
  };
  const label = again ? t('code.resend') : t('code.send');
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field id="nickname" label={t('member.nickname')} error={missing}>
        <TextInput
          id="nickname"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={nickname}
          error={missing}
          onChange={(event) => onNickname(event.target.value)}
        />
      </Field>
      <FormFailure
        text={send.error === null ? undefined : failureText(send.error, t, t('verify.resendFailed'))}
      />
      <Button
        type="submit"
        variant={again ? 'secondary' : 'primary'}
        busy={send.isPending}
        off={waitSeconds > 0}
      >
        {waitSeconds > 0 ? t('code.resendIn', { seconds: waitSeconds }) : label}
      </Button>
    </form>
  );
}

function CodeStep({ nickname }: { readonly nickname: string }) {
  const { t } = useWords();
  const errorWords = useErrorWords();
  const navigate = useNavigate();
  const verify = useVerifyAccount();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const check = (complete: string) => {
    if (verify.isPending) return;
    if (!/^\d{6}$/.test(complete)) {
      setFault(errorWords('OTP_REQUIRED'));
      return;
    }
    verify.mutate(
      { nickname, code: complete },
      {
        onSuccess: () => {
          toast({ kind: 'done', text: t('code.verified') });
          void navigate('/signin');
        },
        onError: (error) => {
          setFault(failureText(error, t, t('verify.failed')));
          setCode('');
        },
      },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        check(code);
      }}
    >
      <CodeField
        id="code"
        label={t('code.label')}
        value={code}
        error={fault}
        onChange={(next) => {
          setCode(next);
          if (next !== '') setFault(undefined);
        }}
        onComplete={check}
        onBadPaste={() => setFault(t('code.badPaste'))}
      />
      <Button type="submit" variant="primary" busy={verify.isPending}>
        {t('code.check')}
      </Button>
    </form>
  );
}
