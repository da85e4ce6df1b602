import { useTexts } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NotificationList, type NotificationListProps } from './notification-list.tsx';
import { ReceiveSwitch } from './receive-switch.tsx';

interface NotificationSheetProps extends Omit<NotificationListProps, 'onOpened'> {
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
