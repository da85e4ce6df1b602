import { useTexts } from '../../i18n/index.ts';
import { Dialog, type Opened } from '../../ui/dialog.tsx';
import { NotificationList, type NotificationListProps } from './notification-list.tsx';
import { ReceiveSwitch } from './receive-switch.tsx';

type NotificationSheetProps = Opened & Omit<NotificationListProps, 'onOpened'>;

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
