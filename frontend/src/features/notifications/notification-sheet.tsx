import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { useTexts } from '../../i18n/index.ts';
import { togglePanel, usePanelOn } from '../../session/panel-switch.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { type Box, switchOf } from './boxes.ts';
import { NotificationList } from './notification-list.tsx';

interface NotificationSheetProps {
  readonly box: Box;
  readonly unread: readonly NotificationView[] | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The notifications on a phone: a sheet from below. */
export default function NotificationSheet({ box, unread, open, onClose }: NotificationSheetProps) {
  const { t } = useTexts();
  const on = usePanelOn(switchOf[box]);
  return (
    <Dialog open={open} title={t('notifications.title')} onClose={onClose}>
      <div className="flex min-h-12 items-center justify-between border-line border-b px-5 font-medium">
        <span aria-hidden="true">{t('notifications.receive')}</span>
        <Switch
          label={t('notifications.receive')}
          on={on}
          onChange={(next) => togglePanel(switchOf[box], next)}
        />
      </div>
      <NotificationList box={box} unread={unread} onOpened={onClose} />
    </Dialog>
  );
}
