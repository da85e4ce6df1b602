import type { DeviceView } from '@matgyo/contracts/endpoints/sessions';
import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { isStaff } from '@matgyo/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { answerTo, queryKeys } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { hasPushPermission } from '../../session/leave-browser-push.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { useDeviceName } from './device-labels.ts';

/** Where one is signed in, this device first. */
export const useDevices = () => useQuery(answerTo(queryKeys.own.devices, sessionPaths.devices));

/** Where one is signed in, each to be ended. */
export function Devices() {
  const { t } = useTexts();
  const answer = useDevices();
  const devices = answer.data?.items;
  const session = useSession();
  const ofStaff = session !== undefined && isStaff(session);
  return (
    <TitledSection className="mt-8" title={t('devices.title')}>
      <p className="mt-1 max-w-[40em] text-fg-muted text-small">
        {t('devices.text')} {ofStaff && t('devices.idle')}
      </p>
      {devices !== undefined ? (
        <>
          <ul className="mt-4">
            {devices.map((device) => (
              <DeviceRow key={device._id} device={device} />
            ))}
          </ul>
          {devices.length > 1 && <EndOthers />}
        </>
      ) : (
        <NotLoaded failed={t('devices.loadFailed')} query={answer}>
          {['a', 'b'].map((row) => (
            <div key={row} className="flex items-center gap-4 border-line border-b py-4">
              <Skeleton className="size-5" />
              <div className="grid gap-2">
                <Skeleton className="w-40" />
                <Skeleton className="w-64 max-w-[60vw]" />
              </div>
            </div>
          ))}
        </NotLoaded>
      )}
    </TitledSection>
  );
}

function DeviceRow({ device }: { readonly device: DeviceView }) {
  const { t } = useTexts();
  const nameOf = useDeviceName();
  const end = useCall(sessionPaths.endDevice, {
    changes: [queryKeys.own.devices],
    done: t('devices.ended'),
    failed: t('devices.failed'),
  });
  const name = nameOf(device);
  const Icon = device.system === 'ios' || device.system === 'android' ? Smartphone : Laptop;
  const used = device.current
    ? t('devices.now')
    : t('devices.seen', { at: dateTimeInKorea(device.lastSeenAt) });
  const isNotified = device.push && (!device.current || hasPushPermission());
  const endIt = () => end.mutate({ params: { id: device._id } });
  return (
    <li className="flex items-center gap-4 border-line border-b py-3.5">
      <Icon size={20} aria-hidden="true" className="flex-none text-fg-subtle" />
      <div className="min-w-0 flex-auto">
        <p className="font-strong">
          {name}
          {device.current && (
            <span className="ml-2 rounded-xs bg-well px-1.5 py-0.5 text-fg-muted text-micro">
              {t('devices.here')}
            </span>
          )}
        </p>
        <ShortFacts
          of={[
            used,
            t('devices.signedIn', { at: dateTimeInKorea(device.signedInAt) }),
            ...(isNotified ? [t('devices.push')] : []),
          ]}
        />
      </div>
      {!device.current && (
        <Button
          size="medium"
          busy={end.isPending}
          aria-label={t('devices.endOf', { device: name })}
          onClick={endIt}
        >
          {t('session.signOut')}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const { t } = useTexts();
  const end = useCall(sessionPaths.endOtherDevices, {
    changes: [queryKeys.own.devices],
    done: t('devices.endedOthers'),
    failed: t('devices.failed'),
  });
  return (
    <ConfirmButton
      size="medium"
      className="mt-4"
      label={t('devices.endOthers')}
      title={t('devices.endOthersTitle')}
      text={t('devices.endOthersText')}
      busy={end.isPending}
      onConfirm={(close) => end.mutate({}, { onSettled: close })}
    />
  );
}

/** Short facts in one line; on a phone each has its own. */
export function ShortFacts({ of }: { readonly of: readonly string[] }) {
  return (
    <p className="text-fg-muted text-small">
      {of.map((fact, index) => (
        <span key={fact} className="max-md:block">
          {index > 0 && <span className="max-md:hidden"> · </span>}
          <Unbroken text={fact} />
        </span>
      ))}
    </p>
  );
}
