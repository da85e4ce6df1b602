import type { NextStep } from '@matgyo/contracts/endpoints/payment-steps';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { minutesAddedMax, type WindowReason, windowReasons } from '@matgyo/contracts/payment-steps';
import { windowTexts } from '@matgyo/contracts/reason-texts';
import { useState } from 'react';
import type { BodyOf } from '../../../../api/call.ts';
import { command, useCommand } from '../../../../api/command.ts';
import { queryKeys } from '../../../../api/queries.ts';
import { dateTimeInKorea } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Chips } from '../../../../ui/choice.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import type { Opened } from '../../../../ui/dialog.tsx';
import { InputField } from '../../../../ui/field.tsx';
import { ReasonChoice } from '../../../../ui/reason-choice.tsx';

/** Of a time that has passed, the minutes count from now on. */
const endAfter = (due: string, minutes: number): string =>
  new Date(Math.max(Date.parse(due), Date.now()) + minutes * 60_000).toISOString();

interface WindowDialogProps extends Opened {
  readonly tradeId: string;
  readonly next: NextStep;
}

/** Pauses, resumes or extends the time for the next step, with a reason. */
export default function WindowDialog({ tradeId, next, open, onClose }: WindowDialogProps) {
  const { t } = useTexts();
  const moving = useCommand({
    command: (body: BodyOf<typeof tradePaths.moveWindow>) =>
      command(tradePaths.moveWindow, { params: { id: tradeId }, body }),
    done: t('window.done'),
    failed: t('window.failed'),
    changes: [queryKeys.own.trades.payment(tradeId), queryKeys.own.admin.orders],
  });
  // Fixed when the dialog opens: a button must not reverse its meaning before it is pressed.
  const [paused] = useState(next.paused);
  const [action, setAction] = useState<'extend' | 'stop'>(paused ? 'stop' : 'extend');
  const [typed, setTyped] = useState('30');
  const [reason, setReason] = useState<WindowReason>(windowReasons[0]);
  const [wrong, setWrong] = useState(false);
  const minutes = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  const valid = minutes >= 1 && minutes <= minutesAddedMax;
  const stop = paused ? t('window.resume') : t('window.pause');
  const confirm = () => {
    if (action === 'extend' && !valid) return setWrong(true);
    const stopped = paused ? ({ resume: true } as const) : ({ pause: true } as const);
    const move = action === 'extend' ? { extendMinutes: minutes } : stopped;
    moving.mutate({ ...move, reason }, { onSuccess: onClose });
  };
  return (
    <Confirm
      open={open}
      busy={moving.isPending}
      title={t('window.title')}
      confirmLabel={action === 'stop' ? stop : t('window.extendBy', { minutes: valid ? minutes : '–' })}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Chips
        label={t('window.how')}
        chosen={action}
        onChoose={setAction}
        choices={[
          { value: 'extend', label: t('window.extend') },
          { value: 'stop', label: stop },
        ]}
      />
      {action === 'extend' && (
        <div className="mt-3">
          <InputField
            label={t('window.minutes')}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={wrong && !valid ? t('window.minutesInvalid') : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {action === 'extend' && valid && next.due !== null && (
        <p className="mt-1.5 text-fg-muted text-small">
          {t('window.until', { until: dateTimeInKorea(endAfter(next.due, minutes)) })}
        </p>
      )}
      <ReasonChoice
        title={t('window.reason')}
        reasons={windowReasons}
        texts={windowTexts}
        chosen={reason}
        onChoose={setReason}
      />
    </Confirm>
  );
}
