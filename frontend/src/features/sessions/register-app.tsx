import { secondFactorPaths } from '@matgyo/contracts/paths/second-factor';
import { useId, useState } from 'react';
import { queryKeys } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CodeField, useCode } from '../../ui/code-field.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import type { OpenedOnce } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRefusal } from '../../ui/form-page.tsx';
import QrCode from '../../ui/qr-code.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRenew } from './sign-in.ts';

interface RegisterAppProps extends OpenedOnce {
  readonly secret: string;
  readonly uri: string;
}

/** The secret for the app as a picture and as text, a code of it, and the recovery codes, shown this once. */
export default function RegisterApp(props: RegisterAppProps) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  return recoveryCodes === undefined ? (
    <ScanStep {...props} onRegistered={setRecoveryCodes} />
  ) : (
    <RecoveryCodes {...props} codes={recoveryCodes} />
  );
}

interface ScanStepProps extends RegisterAppProps {
  readonly onRegistered: (recoveryCodes: readonly string[]) => void;
}

function ScanStep({ secret, uri, onRegistered, ...dialog }: ScanStepProps) {
  const { t } = useTexts();
  const codeId = useId();
  // The app may be on this device, which cannot scan its own screen.
  const isTouch = useMedia('(pointer: coarse)');
  const onDone = useRenew(queryKeys.own.secondFactor, queryKeys.own.devices);
  const confirm = useCall(secondFactorPaths.confirmSecondFactor, { onDone });
  const code = useCode('SECOND_FACTOR_REQUIRED');
  const { failure, setFailure, refused } = useRefusal(['SECOND_FACTOR_WRONG'], code.restart);
  const check = (complete: string) => {
    if (confirm.isPending) return;
    setFailure(undefined);
    if (!code.isComplete(complete)) return;
    confirm.mutate(
      { body: { code: complete } },
      { onSuccess: ({ recoveryCodes }) => onRegistered(recoveryCodes), onError: refused },
    );
  };
  return (
    <FormDialog
      {...dialog}
      keptOutside
      busy={confirm.isPending}
      title={t('app.register')}
      submitLabel={t('app.confirm')}
      failure={failure}
      onSubmit={() => check(code.value)}
    >
      <p className="text-fg-muted">{t('app.scan')}</p>
      <div className="flex justify-center">
        <QrCode text={uri} label={t('app.qr')} />
      </div>
      {isTouch && (
        <a href={uri} className={buttonClass({}, 'mx-auto')}>
          {t('app.open')}
        </a>
      )}
      <div className="flex items-center gap-3 rounded-lg bg-inset py-2 pr-2 pl-4">
        <span className="min-w-0 flex-auto">
          <span className="block text-fg-subtle text-micro">{t('app.key')}</span>
          <span className="block break-all font-mono text-small">{secret}</span>
        </span>
        <CopyButton text={secret} label={t('app.copyKey')} done={t('app.copied')} className="size-10" />
      </div>
      <CodeField id={codeId} label={t('app.code')} {...code.field} onComplete={check} />
      <p className="text-fg-subtle text-small">{t('app.othersEnd')}</p>
    </FormDialog>
  );
}
