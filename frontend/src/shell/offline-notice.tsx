import { WifiOff } from 'lucide-react';
import { isPassing } from '../api/call-failure.ts';
import { useCurrentPrice } from '../api/price.ts';
import { useTexts } from '../i18n/index.ts';
import { useOnline } from './use-online.ts';

/**
 * Shown while the server cannot be reached: the data may be old. The price is polled all the time, so its failures are
 * the sign. A room shows it itself, since on a phone it covers the page: the page's own is hidden then.
 */
export function OfflineNotice() {
  const { t } = useTexts();
  const online = useOnline();
  const { error, failureCount } = useCurrentPrice();
  const lost = failureCount > 1 || (error !== null && isPassing(error));
  if (online && !lost) return null;
  return (
    <p
      role="status"
      className="flex flex-none items-center justify-center gap-2 bg-notice px-5 py-2 text-on-notice text-small has-[~*_[data-room]]:hidden"
    >
      <WifiOff size={16} />
      {online ? t('shell.serverAway') : t('shell.offline')}
    </p>
  );
}
