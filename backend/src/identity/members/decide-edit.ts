import type { MemberEvent, Role } from '@matgyo/contracts/events/member-events';
import {
  type Account,
  activate,
  changeReferralCode,
  changesPower,
  deactivate,
  grantRole,
  revokeRole,
} from '@matgyo/ledger/account/account';
import type { Unapproved } from '@matgyo/ledger/approval/unapproved';
import { inSequence } from './registration.ts';

/** The account's values that an edit sets; missing ones stay unchanged. */
export interface AccountEdit {
  readonly admin?: boolean | undefined;
  readonly manager?: boolean | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly referralCode?: string | undefined;
}

/**
 * The events of an edit; unapproved if they change who has power. `isLastAdmin`: no other account is an active admin.
 * Refused as `grantRole`, `revokeRole` and `deactivate`.
 */
export function decideEdit(
  account: Account,
  edit: AccountEdit,
  { isLastAdmin }: { readonly isLastAdmin: boolean },
): readonly MemberEvent[] | Unapproved<MemberEvent> {
  const setRole = (role: Role, wanted: boolean | undefined) => (known: Account) => {
    if (wanted === undefined) return [];
    return wanted ? grantRole(known, role) : revokeRole(known, role, { isLastAdmin });
  };
  const events = inSequence(
    account,
    [],
    [
      setRole('admin', edit.admin),
      setRole('manager', edit.manager),
      (known) => (edit.referralCode === undefined ? [] : changeReferralCode(known, edit.referralCode)),
      (known) => {
        if (edit.status === undefined) return [];
        return edit.status === 'active' ? activate(known) : deactivate(known, { isLastAdmin });
      },
    ],
  );
  return changesPower(account, events) ? { unapproved: events } : events;
}
