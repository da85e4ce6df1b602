import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/placeholder.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { MemberFilterBar, useMemberFilters } from './member-filters.tsx';
import { MemberTable } from './member-table.tsx';

/** The members a manager looks after: those they invited, or all. */
export default function ManagerUsersPage() {
  const { t } = useTexts();
  const address = useAddress();
  const all = address.read('all') === 'yes';
  const { search, status } = useMemberFilters();
  return (
    <StaffPage
      title={t('staff.userList')}
      intro={all ? t('users.allIntro') : t('users.invitedIntro')}
      action={
        <Button
          size="medium"
          className="max-md:min-h-11"
          aria-pressed={all}
          onClick={() => address.choose({ all: all ? '' : 'yes' })}
        >
          {all ? t('users.onlyInvited') : t('users.allUsers')}
        </Button>
      }
    >
      <MemberFilterBar />
      <MemberTable
        filters={{ search, status, invited: !all }}
        as="manager"
        none={
          <Empty
            title={t('users.noneAvailable')}
            text={search === '' && status === '' ? t('users.noneInvited') : t('users.noneText')}
          />
        }
      />
    </StaffPage>
  );
}
