import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { Link } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';
import { Fact } from './fact.tsx';

type RoleApproval = Extract<ApprovalView, { readonly kind: 'role' }>;

/** Whose roles or status would be set, and to what. */
export function RoleChange({ one: { role } }: { readonly one: RoleApproval }) {
  const { t } = useTexts();
  const { member, admin, manager, status } = role;
  const label = (on: boolean) => (on ? t('approval.roleGiven') : t('approval.roleTaken'));
  return (
    <>
      <Fact name={t('member.nickname')}>
        <Link to={`/admin/users/${member._id}`} className="text-accent hover:underline">
          {member.nickname}
        </Link>
      </Fact>
      {admin !== null && <Fact name={t('users.isAdmin')}>{label(admin)}</Fact>}
      {manager !== null && <Fact name={t('users.isManager')}>{label(manager)}</Fact>}
      {status !== null && (
        <Fact name={t('users.status')}>
          {status === 'active' ? t('account.active') : t('account.inactive')}
        </Fact>
      )}
    </>
  );
}
