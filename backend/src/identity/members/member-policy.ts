import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff, type Roles } from '@matgyo/contracts/roles';
import type { Account } from '@matgyo/ledger/account/account';

type Viewer = Roles & { readonly memberId: MemberId };
type Seen = Roles & { readonly id: MemberId };

/** Whose data a caller sees: members their own, managers also plain members', admins everyone's. */
export const membersSeenBy = ({ admin, manager }: Roles): 'all' | 'plain' | 'own' => {
  if (admin) return 'all';
  return manager ? 'plain' : 'own';
};

export function seesMember(viewer: Viewer, member: Seen): boolean {
  const seen = membersSeenBy(viewer);
  return seen === 'all' || member.id === viewer.memberId || (seen === 'plain' && !isStaff(member));
}

/** The photo of a member's identity card, and whether there is one. */
export const seesIdPhoto = ({ admin }: Pick<Roles, 'admin'>): boolean => admin;

/**
 * Admins edit everyone. Managers edit plain members and give no roles; clients send the flags along as they are, so
 * that only a change counts.
 */
export const mayEdit = (
  { admin }: Pick<Roles, 'admin'>,
  member: Roles,
  edit: { readonly [Role in keyof Roles]?: boolean | undefined },
): boolean =>
  admin ||
  !(
    isStaff(member) ||
    (edit.admin ?? member.admin) !== member.admin ||
    (edit.manager ?? member.manager) !== member.manager
  );

/** An active admin's phone is their own affair: another admin could lock them out with it and, in time, recover their password. */
export const mayChangePhone = ({ memberId }: Pick<Viewer, 'memberId'>, account: Account): boolean =>
  account.status !== 'active' || account.memberId === memberId || !account.roles.includes('admin');
