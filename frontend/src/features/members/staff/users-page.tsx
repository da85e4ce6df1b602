import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Empty } from '../../../ui/placeholder.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { MemberFilterBar, useMemberFilters } from './member-filters.tsx';
import { MemberTable } from './member-table.tsx';

const roles = ['', 'admin', 'manager', 'member'] as const;

/** All accounts: search, activate and edit. */
export default function UsersPage() {
  const { t } = useTexts();
  const address = useAddress();
  const { search, status } = useMemberFilters();
  const role = address.readOne('role', roles);
  return (
    <StaffPage title={t('staff.users')} intro={t('users.intro')}>
      <MemberFilterBar>
        <Chips
          label={t('users.filterRole')}
          chosen={role}
          onChoose={(next) => address.choose({ role: next })}
          choices={[
            { value: '', label: t('users.everyRole') },
            { value: 'member', label: t('role.member') },
            { value: 'manager', label: t('role.manager') },
            { value: 'admin', label: t('role.admin') },
          ]}
        />
      </MemberFilterBar>
      <MemberTable
        filters={{ search, status, role }}
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
