import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Empty } from '../../../ui/placeholder.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { MemberFilterBar, useMemberFilters } from './member-filters.tsx';
import { MemberTable } from './member-table.tsx';

const roles = ['', 'member', 'manager', 'admin'] as const;

/** All accounts: search, activate and edit. */
export default function UsersPage() {
  const { t } = useTexts();
  const address = useAddress();
  const { search, status } = useMemberFilters();
  const role = address.choice('role', roles);
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
          <Empty
            title={t('users.none')}
            text={t('users.noneText')}
            action={
              <Button onClick={() => address.choose({ search: '', status: '', role: '' })}>
                {t('staff.showAll')}
              </Button>
            }
          />
        }
      />
    </StaffPage>
  );
}
