import { accountState } from '@matgyo/contracts/account-states';
import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { TFunction } from 'i18next';

/** Why this account may not place orders; undefined if it may, or is not loaded yet. */
export function whyNotOrder(account: MemberView | undefined, t: TFunction): string | undefined {
  switch (account && accountState(account)) {
    case 'awaiting':
      return t('place.inactive');
    case 'deactivated':
      return t('account.deactivatedText');
  }
  return account?.isVerified === false ? t('place.unverified') : undefined;
}
