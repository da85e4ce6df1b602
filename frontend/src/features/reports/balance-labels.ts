import { useTexts } from '../../i18n/index.ts';

/** Names of the journal's accounts, and decimals per currency. */
export function useAccountLabels(): Readonly<Record<'seller' | 'buyer' | 'platform', string>> {
  const { t } = useTexts();
  return {
    seller: t('balance.sellers'),
    buyer: t('balance.buyers'),
    platform: t('balance.platform'),
  };
}

export const decimalsOf = { USDT: [4, 4], KRW: [0, 4] } as const;
