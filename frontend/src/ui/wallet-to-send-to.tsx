import { QrCode as QrIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { onDemand } from './on-demand.tsx';
import { Skeleton } from './placeholder.tsx';

const QrCode = onDemand(
  () => import('./qr-code.tsx'),
  () => <Skeleton className="min-h-48 w-48" />,
);

/** A wallet that is about to get USDT: whole, to compare it, and as a picture for a phone that sends it. */
export function WalletToSendTo({ address }: { readonly address: string }) {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  const pictureId = useId();
  return (
    <>
      <Grouped address={address} />
      {/* A phone cannot scan its own screen. */}
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isShown}
        aria-controls={pictureId}
        className="pointer-coarse:hidden"
        onClick={() => setShown(!isShown)}
      >
        <QrIcon size={16} />
        {isShown ? t('payment.hideQr') : t('payment.showQr')}
      </Button>
      <span id={pictureId} className="flex justify-end">
        {isShown && <QrCode text={address} label={t('payment.qr')} />}
      </span>
    </>
  );
}

/** An address in groups of four, to compare it; copied by hand it has no gaps. */
const Grouped = ({ address }: { readonly address: string }) => (
  <span className="flex flex-wrap gap-x-2 font-mono">
    {address.match(/.{1,4}/g)?.map((group, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an address never changes
      <span key={place}>{group}</span>
    ))}
  </span>
);
