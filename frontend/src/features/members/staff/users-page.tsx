import { useTexts } from '../../../i18n/index.ts';
import { Chips } from '../../../ui/choice.tsx';
import { NothingFound, StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { MemberFilterBar, useMemberFilters } from './member-filters.tsx';
import { MemberTable } from './member-table.tsx';

const roles = ['', 'member', 'manager', 'admin'] as const;

/** All accounts: search, activate and edit. */
export default function UsersPage() {
  const { t } = useTexts();
  const { search, status } = useMemberFilters();
  const role = useAddress().choice('role', roles);
  return (
    <StaffPage title={t('staff.users')} intro={t('users.intro')}>
      <MemberFilterBar>
        <Chips
          label={t('users.filterRole')}
          {...role}
          choices={roles.map((each) => ({
            value: each,
            label: each === '' ? t('users.everyRole') : t(`role.${each}`),
          }))}
        />
      </MemberFilterBar>
      <MemberTable
        filters={{ search, status, role: role.chosen }}
        as="admin"
        none={
          <NothingFound
            title={t('users.none')}
            text={t('users.noneText')}
            filters={['search', 'status', 'role']}
          />
        }
      />
    </StaffPage>
  );
}
