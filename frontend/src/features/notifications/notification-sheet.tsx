import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { useTexts } from '../../i18n/index.ts';
import type { Box } from '../../session/panel-switch.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NotificationList } from './notification-list.tsx';
import { ReceiveSwitch } from './receive-switch.tsx';

interface NotificationSheetProps {
  readonly box: Box;
  readonly unread: readonly NotificationView[] | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

export default function NotificationSheet({ box, unread, open, onClose }: NotificationSheetProps) {
  const { t } = useTexts();
  return (
    <Dialog open={open} title={t('notifications.title')} onClose={onClose}>
      <div className="flex min-h-12 items-center justify-between border-line border-b px-5 font-medium">
        <span aria-hidden="true">{t('notifications.receive')}</span>
        <ReceiveSwitch box={box} />
      </div>
      <NotificationList box={box} unread={unread} onOpened={onClose} />
    </Dialog>
  );
}
