import type { ReceiptView } from '@matgyo/contracts/endpoints/payment-steps';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { callForFile } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useTexts } from '../i18n/index.ts';
import { usePaymentMethods } from './payment-method-labels.ts';
import { StoredImage } from './stored-image.tsx';

/** The buyer's statement about the payment that is marked as sent. */
export default function ShownReceipt({
  receipt: { method, senderName, image, matches },
}: {
  readonly receipt: ReceiptView;
}) {
  const { t } = useTexts();
  const methods = usePaymentMethods();
  const id = image?.split('/').at(-1);
  return (
    <div className="grid gap-1.5 text-small">
      {method !== null && (
        <p>
          <span className="text-fg-muted">{t('receipt.method')}</span> {methods[method]}
        </p>
      )}
      {senderName !== null && (
        <p>
          <span className="text-fg-muted">{t('receipt.from')}</span> {senderName}
        </p>
      )}
      {id !== undefined && (
        <StoredImage
          queryKey={queryKeys.own.chat.image(id)}
          fetchImage={async (signal) => (await callForFile(casePaths.image, { signal, params: { id } })).blob}
          alt={t('receipt.image')}
          title={t('receipt.image')}
        />
      )}
      {!matches && <p className="text-danger">{t('receipt.changed')}</p>}
    </div>
  );
}
