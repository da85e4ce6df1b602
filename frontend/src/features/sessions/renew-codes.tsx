import { secondFactorPaths } from '@matgyo/contracts/paths/second-factor';
import { queryKeys } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { useReload } from '../../api/use-reload.ts';
import { useTexts } from '../../i18n/index.ts';
import type { Opened } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRefusal } from '../../ui/form-page.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorCode, useTypedText } from './typed-text.tsx';

/** Asks for a code, and shows the new recovery codes this once. */
export default function RenewCodes({ open, onClose }: Opened) {
  const { t } = useTexts();
  const onDone = useReload(queryKeys.own.secondFactor, queryKeys.own.devices);
  const renew = useCall(secondFactorPaths.renewRecoveryCodes, { onDone });
  const code = useTypedText();
  const { failure, setFailure, refused } = useRefusal(['SECOND_FACTOR_WRONG'], code.fail);
  const forget = () => {
    renew.reset();
    code.change('');
    setFailure(undefined);
  };
  const dialog = { open, onClose, onClosed: forget };
  if (renew.data !== undefined) return <RecoveryCodes {...dialog} codes={renew.data.recoveryCodes} />;
  const submit = () => {
    setFailure(undefined);
    if (code.text.trim() === '') code.breaks('SECOND_FACTOR_REQUIRED');
    else renew.mutate({ body: { code: code.text } }, { onError: refused });
  };
  return (
    <FormDialog
      {...dialog}
      keptOutside
      busy={renew.isPending}
      title={t('app.renew')}
      submitLabel={t('app.renewConfirm')}
      failure={failure}
      initialFocus={code.field.ref}
      onSubmit={submit}
    >
      <p className="text-fg-muted">{t('app.renewText')}</p>
      <SecondFactorCode {...code.field} />
    </FormDialog>
  );
}
