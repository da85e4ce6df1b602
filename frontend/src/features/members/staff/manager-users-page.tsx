import { useTexts } from '../../../i18n/index.ts';
import { Segments } from '../../../ui/choice.tsx';
import { Empty } from '../../../ui/placeholder.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { MemberFilterBar, useMemberFilters } from './member-filters.tsx';
import { MemberTable } from './member-table.tsx';

/** The members a manager looks after: those they invited, or all. */
export default function ManagerUsersPage() {
  const { t } = useTexts();
  const scope = useAddress().choice('all', ['', 'yes']);
  const all = scope.chosen === 'yes';
  const { search, status } = useMemberFilters();
  return (
    <StaffPage
      title={t('staff.userList')}
      intro={all ? t('users.allIntro') : t('users.invitedIntro')}
      action={
        <Segments
          label={t('overview.scope')}
          {...scope}
          choices={[
            { value: 'yes', label: t('users.allUsers') },
            { value: '', label: t('overview.invited') },
          ]}
        />
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
