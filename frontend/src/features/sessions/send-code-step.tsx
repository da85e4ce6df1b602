import type { UseMutationResult } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { CallFailure, isFailure } from '../../api/call-failure.ts';
import { failureText } from '../../api/failure-text.ts';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-page.tsx';
import { toast } from '../../ui/toast.ts';
import { useCountdown } from '../../ui/use-countdown.ts';

interface SendCodeStepProps {
  /** Has a code sent to the phone of the account with this nickname. */
  readonly send: UseMutationResult<{ readonly resendAfterSeconds: number }, Error, string>;
  /** A nickname that is known already. */
  readonly start: string;
  /** The nickname a code is under way to; undefined once another is being typed. */
  readonly onSentTo: (nickname: string | undefined) => void;
}

/** Whose phone, and a code sent to it; another one after the time the server names. */
export function SendCodeStep({ send, start, onSentTo }: SendCodeStepProps) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const [nickname, setNickname] = useState(start);
  const [again, setAgain] = useState(false);
  const [nextSendMs, setNextSendMs] = useState<number>();
  const [missing, setMissing] = useState<string>();
  const waitSeconds = useCountdown(nextSendMs);

  const sent = (seconds: number) => {
    setAgain(true);
    setNextSendMs(Date.now() + seconds * 1000);
    onSentTo(nickname.trim());
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || waitSeconds > 0) return;
    const empty = nickname.trim() === '';
    setMissing(empty ? errorTexts('NICKNAME_REQUIRED') : undefined);
    if (empty) return;
    send.mutate(nickname.trim(), {
      onSuccess: ({ resendAfterSeconds }) => {
        sent(resendAfterSeconds);
        toast({ kind: 'done', text: again ? t('code.resent') : t('code.sent') });
      },
      onError: (error) => {
        // One was sent a moment ago, perhaps before this page was reloaded: it still counts.
        const seconds = error instanceof CallFailure ? error.facts.retryAfterSeconds : undefined;
        if (isFailure(error, 'CODE_TOO_SOON') && seconds !== undefined) sent(seconds);
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
          onChange={(event) => {
            setNickname(event.target.value);
            setMissing(undefined);
            if (!again) return;
            // A code belongs to one account.
            setAgain(false);
            setNextSendMs(undefined);
            onSentTo(undefined);
          }}
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
