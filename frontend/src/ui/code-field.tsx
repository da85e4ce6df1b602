import { OTPField } from '@base-ui/react/otp-field';
import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { useEffect, useState } from 'react';
import { isFailure } from '../api/call-failure.ts';
import { usePublicSettings } from '../api/public-settings.ts';
import { useErrorTexts } from '../i18n/error-texts.ts';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { FieldError } from './field.tsx';

const digits = 6;
const places = Array.from({ length: digits }, (_, place) => place);

interface CodeFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  /** Where the code is what is asked next. */
  readonly autoFocus?: boolean;
  readonly onChange: (value: string) => void;
  readonly onComplete: (value: string) => void;
  /** Called with what is wrong with a pasted text, and with nothing once there is a digit. */
  readonly onFault: (fault: string | undefined) => void;
}

/** Six digits in six boxes. Pasting fills all; the last digit submits. */
export function CodeField(props: CodeFieldProps) {
  const { id, label, value, error, autoFocus = false, onChange, onComplete, onFault } = props;
  const { t } = useTexts();
  // After a wrong code, typing starts at the first box again.
  const startAgain = error !== undefined && value === '';
  useEffect(() => {
    if (startAgain) document.getElementById(id)?.focus();
  }, [startAgain, id]);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-fg-muted text-small font-medium">
        {label}
      </label>
      <OTPField.Root
        id={id}
        length={digits}
        value={value}
        onValueChange={(next) => {
          onChange(next);
          if (next !== '') onFault(undefined);
        }}
        onValueComplete={onComplete}
        className="flex gap-2"
        onPasteCapture={(event) => {
          if (/^\d{6}$/.test(event.clipboardData.getData('text').trim())) return;
          event.preventDefault();
          event.stopPropagation();
          onFault(t('code.badPaste'));
        }}
      >
        {places.map((place) => (
          <OTPField.Input
            key={place}
            autoFocus={autoFocus && place === 0}
            aria-label={place === 0 ? undefined : t('code.digit', { place: place + 1 })}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error && `${id}-error`}
            className={classes(
              'h-12 w-full min-w-0 max-w-13 rounded-md border bg-canvas text-center text-heading',
              'focus:border-transparent focus:outline-2 focus:outline-focus focus:-outline-offset-1',
              error === undefined ? 'border-line-strong' : 'border-danger',
            )}
          />
        ))}
      </OTPField.Root>
      <FieldError id={id} error={error} />
    </div>
  );
}

/** A code being typed. `incomplete`: the error for one without six digits. */
export function useCode(incomplete: ErrorCode) {
  const errorTexts = useErrorTexts();
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return {
    value,
    /** Properties of its field. */
    field: { value, error, onChange: setValue, onFault: setError },
    /** Marks the field if the code is not complete. */
    isComplete(code = value): boolean {
      const isComplete = /^\d{6}$/.test(code);
      setError(isComplete ? undefined : errorTexts(incomplete));
      return isComplete;
    },
    /** Empties the field, with what was wrong with the code. */
    restart(fault?: string) {
      setValue('');
      setError(fault);
    },
  };
}

/** When another code may be sent. */
export function useResend() {
  const { t } = useTexts();
  const [nextSendMs, setNextSendMs] = useState<number>();
  const waitSeconds = useCountdown(nextSendMs);
  const between = usePublicSettings()?.codes.resendAfterSeconds;
  const wait = (seconds: number) => setNextSendMs(Date.now() + seconds * 1000);
  return {
    /** When the last code was sent; undefined: none, or not known. */
    sentMs: nextSendMs && between && nextSendMs - between * 1000,
    waits: waitSeconds > 0,
    label: (isSent: boolean): string => {
      if (waitSeconds > 0) return t('code.resendIn', { seconds: waitSeconds });
      return isSent ? t('code.resend') : t('code.send');
    },
    /** What follows the call that sends a code. One that was sent just before still counts. */
    after: (onSent: () => void, onFailed?: (error: Error) => void) => ({
      onSuccess: ({ resendAfterSeconds }: { readonly resendAfterSeconds: number }) => {
        wait(resendAfterSeconds);
        onSent();
      },
      onError: (error: Error) => {
        const seconds = sentBefore(error);
        if (seconds === undefined) return onFailed?.(error);
        wait(seconds);
        onSent();
      },
    }),
    reset: () => setNextSendMs(undefined),
  };
}

/** How long to wait if a code was sent just before, perhaps before the page was reloaded: that one still counts. */
export const sentBefore = (error: unknown): number | undefined =>
  isFailure(error, 'CODE_TOO_SOON') ? error.answer.retryAfterSeconds : undefined;

/** Whole seconds until a point in time, counting down to 0; 0 while there is none. */
export function useCountdown(untilMs: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const isOver = untilMs === undefined || untilMs <= now;
  useEffect(() => {
    if (isOver) return;
    const tick = () => setNow(Date.now());
    // A new time may come long after the last tick.
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? 0 : Math.ceil((untilMs - now) / 1000);
}
