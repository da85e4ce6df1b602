import { secondFactorPaths } from '@matgyo/contracts/paths/second-factor';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerTo, queryKeys } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { FormNotice } from '../../ui/form-page.tsx';
import { onDemand, onDemandDialog } from '../../ui/on-demand.tsx';
import { NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { usePasskeys } from './passkey-calls.ts';
import { useRenew } from './sign-in.ts';

const RegisterApp = onDemand(() => import('./register-app.tsx'));
const RenewCodes = onDemandDialog(() => import('./renew-codes.tsx'));

/** Whether one signs in with an authenticator app as well. */
export function useSecondFactor() {
  // With another token what was read is forgotten, and read anew.
  useSession();
  return useQuery(answerTo(queryKeys.own.secondFactor, secondFactorPaths.secondFactor));
}

/** The authenticator app one signs in with beside the password. */
export function SecondFactor() {
  const { t } = useTexts();
  const answer = useSecondFactor();
  const { data: factor } = answer;
  const { data: passkeys } = usePasskeys();
  const registering = useRegistering();
  const [renewing, setRenewing] = useState(false);
  return (
    <TitledSection className="mt-8" title={t('app.title')}>
      <p className="mt-1 mb-4 max-w-[40em] text-fg-muted text-small">{t('app.text')}</p>
      {factor?.on === true ? (
        <>
          <p className="mb-4">
            {t('app.since', { at: dateTimeInKorea(factor.since ?? '') })}
            <span className="block text-fg-muted text-small">
              {t('app.codesLeft', { left: factor.recoveryCodesLeft })}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="medium" onClick={() => setRenewing(true)}>
              {t('app.renew')}
            </Button>
            <Remove />
          </div>
        </>
      ) : factor !== undefined ? (
        <>
          {factor.required && passkeys?.items.length === 0 && <FormNotice>{t('app.required')}</FormNotice>}
          <Button size="medium" busy={registering.isPending} onClick={registering.begin}>
            {t('app.register')}
          </Button>
        </>
      ) : (
        <NotLoaded failed={t('app.loadFailed')} query={answer}>
          <Skeleton className="mt-5 h-9 w-32" />
        </NotLoaded>
      )}
      {registering.dialog}
      <RenewCodes open={renewing} onClose={() => setRenewing(false)} />
    </TitledSection>
  );
}

/** The dialog stays whatever is read anew behind it: the recovery codes are shown once. */
function useRegistering() {
  // Each call makes a new secret.
  const prepare = useCall(secondFactorPaths.prepareSecondFactor, { failed: true });
  const [isOpen, setOpen] = useState(false);
  const begin = () => prepare.mutate({}, { onSuccess: () => setOpen(true) });
  const dialog = prepare.data !== undefined && (
    <RegisterApp
      {...prepare.data}
      open={isOpen}
      onClose={() => setOpen(false)}
      // Removes the secret from the cache.
      onClosed={prepare.reset}
    />
  );
  return { begin, dialog, isPending: prepare.isPending };
}

function Remove() {
  const { t } = useTexts();
  const remove = useCall(secondFactorPaths.removeSecondFactor, {
    onDone: useRenew(),
    changes: [queryKeys.own.secondFactor, queryKeys.own.devices],
    done: t('app.removed'),
    failed: true,
  });
  return (
    <ConfirmButton
      size="medium"
      label={t('app.remove')}
      title={t('app.removeTitle')}
      text={t('app.removeText')}
      busy={remove.isPending}
      onConfirm={(close) => {
        // The password is requested in a dialog of its own.
        close();
        remove.mutate({});
      }}
    />
  );
}
