import { type PaymentMethod, paymentMethods, senderNameCharsMax } from '@matgyo/contracts/payment-steps';
import { Plus } from 'lucide-react';
import type { Dispatch, SetStateAction } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { Chips } from './choice.tsx';
import { InputField } from './field.tsx';
import { type Photo, PhotoField } from './photo-field.tsx';

/** What a buyer may say about a payment: nothing is required. */
export interface Receipt {
  readonly method: PaymentMethod | undefined;
  readonly senderName: string;
  readonly image: Photo;
}

interface ReceiptFieldsProps {
  readonly receipt: Receipt | undefined;
  /** The buyer's, with which the sender's name begins. */
  readonly ownName: string;
  readonly onChange: Dispatch<SetStateAction<Receipt | undefined>>;
}

/** Folded until the buyer asks for them: the account to pay into is below. */
export default function ReceiptFields({ receipt, ownName, onChange }: ReceiptFieldsProps) {
  const { t } = useTexts();
  if (receipt === undefined)
    return (
      <Button
        variant="quiet"
        size="medium"
        className="-ml-3"
        onClick={() => onChange({ method: undefined, senderName: ownName, image: undefined })}
      >
        <Plus size={16} />
        {t('receipt.add')}
      </Button>
    );
  // A photo comes later than what is typed meanwhile.
  const change = (values: Partial<Receipt>) => onChange((now) => now && { ...now, ...values });
  return (
    <div className="grid max-w-[28rem] gap-3">
      <Chips
        inForm
        label={t('receipt.method')}
        chosen={receipt.method}
        onChoose={(method) => change({ method: method === receipt.method ? undefined : method })}
        choices={paymentMethods.map((value) => ({ value, label: t(`receipt.methods.${value}`) }))}
      />
      <InputField
        label={t('receipt.senderName')}
        hint={t('receipt.senderNameHint')}
        value={receipt.senderName}
        maxLength={senderNameCharsMax}
        onChange={(event) => change({ senderName: event.target.value })}
        autoComplete="name"
        autoFocus
      />
      <PhotoField image={receipt.image} onImage={(image) => change({ image })} />
    </div>
  );
}
