import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { CountBadge } from '../../ui/count-badge.tsx';
import { NotificationList, type NotificationListProps } from './notification-list.tsx';
import { ReceiveSwitch } from './receive-switch.tsx';

interface NotificationPanelProps extends NotificationListProps {
  readonly id: string;
  /** Called when it is closed from here; the focus returns to the bell. */
  readonly onClose: () => void;
}

/** At the bottom right, at most 280 px high. The bell and Escape close it; opening it does not move the focus. */
export function NotificationPanel({ id, box, unread, onClose, onOpened }: NotificationPanelProps) {
  const { t } = useTexts();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    // A read item leaves the list with the focus, which then is on the body: the key still counts.
    const { activeElement } = document;
    const isHere =
      activeElement === document.body ||
      section.current?.contains(activeElement) === true ||
      activeElement?.getAttribute('aria-controls') === id;
    if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return;
    // Handled before the page's shortcuts, so that one key press closes one thing.
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => closeByKey(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={titleId}
      className="fixed right-6 bottom-0 z-20 flex max-h-[280px] w-[23rem] flex-col overflow-clip rounded-t-lg bg-raised shadow-float outline-1 outline-line print:hidden"
    >
      <div className="flex h-11 flex-none items-center gap-2 pr-1.5 pl-4">
        <h2 id={titleId} className="text-small font-strong">
          {t('notifications.title')}
        </h2>
        <CountBadge count={unread?.length} what={t('notifications.unread')} />
        <span className="flex-auto" />
        <ReceiveSwitch box={box} />
        <IconButton small label={t('close')} onClick={onClose}>
          <X size={18} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain border-line border-t">
        <NotificationList box={box} unread={unread} onOpened={onOpened} />
      </div>
    </section>
  );
}
