import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';
import { type Box, usePanelOn } from '../../session/panel-switch.ts';
import { classes } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { onDemandDialog } from '../../ui/on-demand.tsx';
import { phoneWidth, useMedia } from '../../ui/use-media.ts';
import { NotificationPanel } from './notification-panel.tsx';
import { unreadQuery } from './notification-queries.ts';
import { useArrivals, usePushed } from './use-arrivals.ts';
import { useBrowserPushRenewal } from './use-browser-push.ts';

const NotificationSheet = onDemandDialog(() => import('./notification-sheet.tsx'));

/**
 * Notifications: the bell in the header, and the panel at the bottom right that it opens; on a phone a sheet. When
 * turned off, it requests and announces nothing.
 */
export default function NotificationCentre({ box }: { readonly box: Box }) {
  const { t, language } = useTexts();
  const on = usePanelOn(box);
  const phone = useMedia(phoneWidth);
  const { data, error } = useQuery({ ...unreadQuery(box, language), enabled: on });
  const unread = on ? data : undefined;
  const [open, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  usePushed(box);
  useOpenedFromPush();
  useBrowserPushRenewal();
  useArrivals(box, unread);
  useEffect(() => {
    if (error !== null) console.warn('Failed to fetch notifications', error);
  }, [error]);
  const Icon = on ? Bell : BellOff;
  return (
    <>
      <button
        ref={bell}
        type="button"
        aria-expanded={open}
        aria-haspopup={phone ? 'dialog' : undefined}
        aria-controls={open && !phone ? panelId : undefined}
        title={t('notifications.title')}
        onClick={() => setOpen(!open)}
        className={classes(
          'inline-flex h-10 min-w-10 flex-none items-center justify-center gap-0.5 rounded-md px-1.5 text-fg-muted max-md:gap-0 max-md:px-0 transition-colors duration-fast hover:bg-well hover:text-fg print:hidden',
          // The count ends where the page's text does.
          (unread?.length ?? 0) > 0 && 'max-md:pr-3',
        )}
      >
        <Icon size={20} className="flex-none" />
        <span className="sr-only">{t('notifications.title')} </span>
        <CountBadge count={unread?.length} what={t('notifications.unread')} />
      </button>
      {phone && <NotificationSheet box={box} unread={unread} open={open} onClose={() => setOpen(false)} />}
      {!phone && open && (
        <NotificationPanel
          id={panelId}
          box={box}
          unread={unread}
          onClose={() => {
            setOpen(false);
            bell.current?.focus();
          }}
          onOpened={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Opens the target of a clicked web push, and answers the worker, so that it opens no second window. */
function useOpenedFromPush(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
    const open = ({ data, ports }: MessageEvent) => {
      const path: unknown = data?.open;
      if (typeof path !== 'string' || !path.startsWith('/notification?')) return;
      ports[0]?.postMessage('taken');
      void navigate(path);
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, [navigate]);
}
