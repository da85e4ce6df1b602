import { useRef, useState } from 'react';
import { isFailure } from '../../api/call-failure.ts';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRenewCodes } from './second-factor-calls.ts';
import { SecondFactorCode } from './second-factor-code.tsx';

interface RenewCodesProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for a code, and shows the new recovery codes this once. */
export default function RenewCodes({ open, onClose }: RenewCodesProps) {
  const { t, failureText } = useTexts();
  const errorTexts = useErrorTexts();
  const input = useRef<HTMLInputElement>(null);
  const renew = useRenewCodes();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const forget = () => {
    renew.reset();
    setCode('');
    setFault(undefined);
    setFailure(undefined);
  };
  const dialog = { open, onClose, onClosed: forget };
  if (renew.data !== undefined) return <RecoveryCodes {...dialog} codes={renew.data.recoveryCodes} />;
  const refused = (error: unknown) => {
    const text = failureText(error);
    if (!isFailure(error, 'SECOND_FACTOR_WRONG')) return setFailure(text);
    setFault(text);
    input.current?.select();
  };
  const submit = () => {
    setFailure(undefined);
    if (code.trim() !== '') return renew.mutate(code, { onError: refused });
    setFault(errorTexts('SECOND_FACTOR_REQUIRED'));
    input.current?.focus();
  };
  return (
    <FormDialog
      {...dialog}
      keptOutside
      busy={renew.isPending}
      title={t('app.renew')}
      submitLabel={t('app.renewConfirm')}
      failure={failure}
      initialFocus={input}
      onSubmit={submit}
    >
      <p className="text-fg-muted">{t('app.renewText')}</p>
      <SecondFactorCode
        ref={input}
        value={code}
        error={fault}
        onChange={(next) => {
          setCode(next);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
