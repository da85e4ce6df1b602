import { isSolanaAddress } from '@matgyo/contracts/solana-address';
import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { TextInput } from '../../../ui/field.tsx';
import type { OrderForm } from './use-order-form.ts';

/** Why tether cannot be sent to `address`, as the server's error code. */
export function walletFault(address: string) {
  if (address.trim() === '') return 'TETHER_ADDRESS_REQUIRED';
  return isSolanaAddress(address.trim()) ? undefined : 'TETHER_ADDRESS_INVALID';
}

/** The member's wallet: Solana only. A buyer's is the one given at sign-up. */
export function WalletField({ form }: { readonly form: OrderForm }) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const { side, address } = form;
  const [left, setLeft] = useState(false);
  const sells = side === 'sell';
  const fault = walletFault(address);
  const error = fault !== undefined && (left || form.walletChecked) ? errorTexts(fault) : undefined;
  const differs = sells && fault === undefined && form.differs;
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor="wallet" className="text-fg-muted text-small font-medium">
        {t(`place.wallet.${side}`)}
      </label>
      <TextInput
        id="wallet"
        aria-describedby="wallet-hint"
        ref={form.inputs.wallet}
        value={address}
        error={error}
        readOnly={!sells}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        wraps
        onChange={(event) => form.setAddress(event.target.value)}
        onBlur={() => setLeft(true)}
        after={<CopyButton text={address} what={t('member.tetherAddress')} className="-mr-1" />}
      />
      <p id="wallet-hint" className="mt-1 flex gap-2 text-fg-muted text-small">
        {error === undefined ? (
          <Info size={18} className="mt-px" />
        ) : (
          <TriangleAlert size={18} className="mt-px text-danger" />
        )}
        <span>
          {/* Always one line: the error appears when the field is left, and must not move the button being pressed. */}
          <span role="alert" className="block font-[600] text-danger empty:hidden">
            {error ?? (differs && t('place.walletDiffers'))}
          </span>
          {error === undefined && !differs && (
            <span className="block font-[600] text-fg">{t('deposit.solanaOnly')}</span>
          )}
          {t('deposit.othersLost')}
        </span>
      </p>
    </div>
  );
}
