import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useWords } from '../../i18n/index.ts';
import { turnPanel, usePanelOn } from '../../session/panel-switch.ts';
import { classes } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { Switch } from '../../ui/switch.tsx';
import { type Box, switchOf } from './boxes.ts';
import { NotificationList } from './notification-list.tsx';

interface NotificationPanelProps {
  readonly id: string;
  readonly box: Box;
  readonly unread: readonly NotificationView[] | undefined;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/**
 * At the bottom right of the window: a tab while it is closed, at most 280 px high while it is open. It floats beside
 * the page and takes no focus from it; Escape closes it. Beside an admin's order panel, whose acts stand in the same
 * corner, the tab gives way: the bell opens it all the same.
 */
export function NotificationPanel({ id, box, unread, open, onOpen, onClose }: NotificationPanelProps) {
  const { t } = useWords();
  const on = usePanelOn(switchOf[box]);
  const titleId = useId();
  const handle = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLElement>(null);
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    // An item that is read leaves the list and takes the focus with it: then nothing has it, and the key still counts.
    const { activeElement } = document;
    const isHere = activeElement === document.body || section.current?.contains(activeElement) === true;
    if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return;
    // Before a page's own keys: one press closes one thing.
    event.preventDefault();
    onClose();
    handle.current?.focus();
  });
  useEffect(() => {
    if (!open) return;
    const listen = (event: KeyboardEvent) => closeByKey(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [open]);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={titleId}
      className={classes(
        'fixed right-6 bottom-0 z-20 flex max-h-[280px] flex-col overflow-clip rounded-t-lg bg-raised shadow-float outline-1 outline-line print:hidden',
        open ? 'w-[23rem]' : '[body:has(main_:is(aside,[data-room]))_&]:hidden',
      )}
    >
      <div className="flex h-11 flex-none items-center pr-3">
        <button
          ref={handle}
          type="button"
          aria-expanded={open}
          onClick={open ? onClose : onOpen}
          className="-outline-offset-2 flex h-11 flex-auto items-center gap-2 rounded-t-lg pl-4 text-small font-strong"
        >
          <span id={titleId}>{t('notifications.title')}</span>
          <CountBadge count={unread?.length} what={t('notifications.unread')} />
          <Chevron size={16} strokeWidth={1.6} className="text-fg-subtle" />
        </button>
        {open && (
          <Switch
            label={t('notifications.turn')}
            on={on}
            onChange={(next) => turnPanel(switchOf[box], next)}
          />
        )}
      </div>
      {open && (
        <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain border-line border-t">
          <NotificationList box={box} unread={unread} onOpened={onClose} />
        </div>
      )}
    </section>
  );
}
