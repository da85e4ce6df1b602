import type { ReceiptView } from '@matgyo/contracts/endpoints/payment-steps';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { useTexts } from '../i18n/index.ts';
import { StoredImage } from './stored-image.tsx';

/** The buyer's statement about the payment that is marked as sent. */
export default function ShownReceipt({ receipt }: { readonly receipt: ReceiptView }) {
  const { method, senderName, image, matches } = receipt;
  const { t } = useTexts();
  return (
    <div className="grid gap-1.5 text-small">
      {method !== null && (
        <p>
          <span className="text-fg-muted">{t('receipt.method')}</span> {t(`receipt.methods.${method}`)}
        </p>
      )}
      {senderName !== null && (
        <p>
          <span className="text-fg-muted">{t('receipt.from')}</span> {senderName}
        </p>
      )}
      {image !== null && (
        <StoredImage
          url={image}
          route={casePaths.image}
          alt={t('receipt.image')}
          title={t('receipt.image')}
        />
      )}
      {!matches && <p className="text-danger">{t('receipt.changed')}</p>}
    </div>
  );
}
