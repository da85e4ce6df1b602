import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { isPassing } from '../api/call-failure.ts';
import { useCurrentPrice } from '../api/price.ts';
import { useWords } from '../i18n/index.ts';

const useOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );

/** While nothing comes through, says so, and that what is shown may be old. The price is asked for all the time: it knows. */
export function OfflineNotice() {
  const { t } = useWords();
  const online = useOnline();
  const { error, failureCount } = useCurrentPrice();
  const lost = failureCount > 1 || (error !== null && isPassing(error));
  if (online && !lost) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-notice px-5 py-2 text-on-notice text-small"
    >
      <WifiOff size={16} strokeWidth={1.6} />
      {online ? t('shell.serverAway') : t('shell.offline')}
    </p>
  );
}
