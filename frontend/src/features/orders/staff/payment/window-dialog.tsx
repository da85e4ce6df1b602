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
import { serverNow } from '../../../../session/server-clock.ts';
import { ChangedBand } from '../../../../ui/changed-band.tsx';
import { Chips } from '../../../../ui/choice.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import type { Opened } from '../../../../ui/dialog.tsx';
import { InputField } from '../../../../ui/field.tsx';
import { ReasonChoice } from '../../../../ui/reason-choice.tsx';

/** Of a time that has passed, the minutes count from now on. */
const endAfter = (due: string, minutes: number): string =>
  new Date(Math.max(Date.parse(due), serverNow()) + minutes * 60_000).toISOString();

interface WindowDialogProps extends Opened {
  readonly tradeId: string;
  readonly next: NextStep;
}

/** Changes the time for the step that was next when the dialog opened. Once another one is, it can only be closed. */
export default function WindowDialog({ next, ...props }: WindowDialogProps) {
  const { t } = useTexts();
  const [seen] = useState(next);
  if (next.step === seen.step) return <MoveWindow {...props} next={next} paused={seen.paused} />;
  const [before, now] = [t(`steps.${seen.step}.name`), t(`steps.${next.step}.name`)];
  return (
    <Confirm
      open={props.open}
      title={t('window.title')}
      confirmLabel={t('close')}
      cancelLabel={null}
      onCancel={props.onClose}
      onConfirm={props.onClose}
    >
      <ChangedBand
        by={undefined}
        changes={[{ label: t('marks.title'), before, now }]}
        text={t('changed.tooLate')}
        className="-mx-2 rounded-lg"
      />
    </Confirm>
  );
}

interface MoveWindowProps extends WindowDialogProps {
  /** When the dialog opened: a button must not reverse its meaning before it is pressed. */
  readonly paused: boolean;
}

/** Pauses, resumes or extends it, with a reason. */
function MoveWindow({ tradeId, next, paused, open, onClose }: MoveWindowProps) {
  const { t } = useTexts();
  const moving = useCommand({
    command: (body: BodyOf<typeof tradePaths.moveWindow>) =>
      command(tradePaths.moveWindow, { params: { id: tradeId }, body }),
    done: t('window.done'),
    failed: t('window.failed'),
    changes: [queryKeys.own.trades.payment(tradeId), queryKeys.own.admin.orders],
  });
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
    moving.mutate({ ...move, step: next.step, reason }, { onSuccess: onClose });
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
      <p className="mb-3">{t(`steps.${next.step}.name`)}</p>
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
