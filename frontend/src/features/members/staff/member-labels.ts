import { useTexts } from '../../../i18n/index.ts';
import type { DraftField } from './member-draft.ts';

/** What each field that may be edited is called. */
export function useFieldLabels(): Readonly<Record<DraftField, string>> {
  const { t } = useTexts();
  return {
    phone: t('member.phone'),
    telegram: t('member.telegram'),
    referralCode: t('member.referralCode'),
    bankName: t('member.bankName'),
    bankAccount: t('member.bankAccount'),
    tetherAddress: t('member.tetherAddress'),
    status: t('label.status'),
    admin: t('users.isAdmin'),
    manager: t('users.isManager'),
  };
}
