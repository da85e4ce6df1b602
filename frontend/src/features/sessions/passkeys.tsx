import type { PasskeyView } from '@matgyo/contracts/endpoints/passkeys';
import { passkeyPaths } from '@matgyo/contracts/paths/passkeys';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { onDemandDialog } from '../../ui/on-demand.tsx';
import { NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { useDeviceName } from './device-labels.ts';
import { ShortFacts, useDevices } from './devices.tsx';
import { canUsePasskeys, passkeyFailure, passkeyKeys, useAddPasskey, usePasskeys } from './passkey-calls.ts';
import { useRenew } from './sign-in.ts';

const PasskeyName = onDemandDialog(() => import('./passkey-name.tsx'));

/** The passkeys one signs in with. */
export function Passkeys() {
  const { t } = useTexts();
  const answer = usePasskeys();
  const passkeys = answer.data?.items;
  const isSupported = canUsePasskeys();
  return (
    <TitledSection className="mt-10" title={t('passkey.title')}>
      <p className="mt-1 max-w-[40em] text-fg-muted text-small">{t('passkey.text')}</p>
      {passkeys !== undefined ? (
        <>
          {passkeys.length > 0 && (
            <ul className="mt-4">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey._id} passkey={passkey} />
              ))}
            </ul>
          )}
          {isSupported && <Add />}
          {!isSupported && passkeys.length === 0 && (
            <p className="mt-4 text-fg-muted text-small">{t('passkey.unsupported')}</p>
          )}
        </>
      ) : (
        <NotLoaded failed={t('passkey.loadFailed')} query={answer}>
          <Skeleton className="mt-5 h-9 w-32" />
        </NotLoaded>
      )}
    </TitledSection>
  );
}

function Add() {
  const { t } = useTexts();
  const add = useAddPasskey();
  const nameOf = useDeviceName();
  const here = useDevices().data?.items.find(({ current }) => current);
  const [open, setOpen] = useState(false);
  // The password may be requested first.
  const prepare = useCall(passkeyPaths.preparePasskey, {
    failed: true,
    onDone: () => {
      add.reset();
      setOpen(true);
    },
  });
  const make = (name: string) => {
    if (prepare.data === undefined) return;
    add.mutate({ options: prepare.data, name }, { onSuccess: () => setOpen(false) });
  };
  return (
    <>
      <Button size="medium" className="mt-4" busy={prepare.isPending} onClick={() => prepare.mutate({})}>
        {t('passkey.add')}
      </Button>
      {prepare.data !== undefined && (
        <PasskeyName
          key={prepare.data.challenge}
          open={open}
          title={t('passkey.add')}
          text={t('passkey.addText')}
          submitLabel={t('passkey.make')}
          name={here === undefined ? '' : nameOf(here)}
          busy={add.isPending}
          failure={add.error === null ? undefined : passkeyFailure(add.error, t)}
          onName={make}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: PasskeyView }) {
  const { t } = useTexts();
  const { name, createdAt, lastUsedAt } = passkey;
  const used =
    lastUsedAt === null ? t('passkey.unused') : t('devices.seen', { at: dateTimeInKorea(lastUsedAt) });
  return (
    <li className="flex items-center gap-4 border-line border-b py-3.5 max-md:flex-wrap">
      <KeyRound size={20} aria-hidden="true" className="flex-none text-fg-subtle" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-strong">{name}</p>
        <ShortFacts of={[used, t('passkey.created', { at: dateTimeInKorea(createdAt) })]} />
      </div>
      <div className="flex gap-2 max-md:w-full max-md:pl-9">
        <Rename passkey={passkey} />
        <Remove passkey={passkey} />
      </div>
    </li>
  );
}

function Rename({ passkey: { _id: id, name } }: { readonly passkey: PasskeyView }) {
  const { t, failureText } = useTexts();
  const rename = useCall(passkeyPaths.renamePasskey, { changes: passkeyKeys });
  const [open, setOpen] = useState(false);
  const renamed = (next: string) =>
    rename.mutate({ params: { id }, body: { name: next } }, { onSuccess: () => setOpen(false) });
  return (
    <>
      <Button size="medium" aria-label={t('passkey.renameOf', { name })} onClick={() => setOpen(true)}>
        {t('passkey.rename')}
      </Button>
      <PasskeyName
        key={name}
        open={open}
        title={t('passkey.renameTitle')}
        submitLabel={t('passkey.rename')}
        name={name}
        busy={rename.isPending}
        failure={failureText(rename.error)}
        onName={renamed}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function Remove({ passkey: { _id: id, name } }: { readonly passkey: PasskeyView }) {
  const { t } = useTexts();
  const remove = useCall(passkeyPaths.removePasskey, {
    onDone: useRenew(),
    changes: passkeyKeys,
    done: t('passkey.removed'),
    failed: true,
  });
  return (
    <ConfirmButton
      size="medium"
      aria-label={t('passkey.removeOf', { name })}
      label={t('passkey.remove')}
      title={t('passkey.removeTitle')}
      text={t('passkey.removeText')}
      busy={remove.isPending}
      onConfirm={(close) => {
        // The password is requested in a dialog of its own.
        close();
        remove.mutate({ params: { id } });
      }}
    />
  );
}
