import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { type Box, togglePanel, usePanelOn } from '../../session/panel-switch.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Switch } from '../../ui/switch.tsx';

/** Turns a box's notifications on or off; turning them off is asked once more, since it silences trades as well. */
export function ReceiveSwitch({ box }: { readonly box: Box }) {
  const { t } = useTexts();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Switch
        label={t('notifications.receive')}
        on={usePanelOn(box)}
        onChange={(on) => {
          if (on) togglePanel(box, true);
          else setAsking(true);
        }}
      />
      <Confirm
        open={isAsking}
        title={t('notifications.offTitle')}
        confirmLabel={t('notifications.offYes')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          togglePanel(box, false);
        }}
      >
        {box === 'own' ? t('notifications.offOwn') : t('notifications.offAdmins')}
      </Confirm>
    </>
  );
}
