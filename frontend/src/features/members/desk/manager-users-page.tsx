import { useWords } from '../../../i18n/index.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { DeskPage } from '../../../ui/desk/desk-page.tsx';
import { SearchField } from '../../../ui/desk/filter-field.tsx';
import { useAddress } from '../../../ui/desk/use-address.ts';
import { Empty } from '../../../ui/placeholder.tsx';
import { MemberTable } from './member-table.tsx';

const statuses = ['', 'active', 'inactive'] as const;

/** The members a manager looks after: those they invited, or all. */
export default function ManagerUsersPage() {
  const { t } = useWords();
  const address = useAddress();
  const all = address.read('all') === 'yes';
  const status = address.readOne('status', statuses);
  const search = address.read('search');
  usePageTitle(t('desk.userList'));
  return (
    <DeskPage
      title={t('desk.userList')}
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
      <div className="mt-4 mb-3 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2.5 md:flex md:flex-wrap md:items-center">
        <SearchField
          bare
          label={t('users.search')}
          placeholder={t('users.search')}
          value={search}
          onSearch={(text) => address.type({ search: text })}
          className="md:w-64"
        />
        <Chips
          label={t('users.filterStatus')}
          chosen={status}
          onChoose={(next) => address.choose({ status: next })}
          choices={[
            { value: '', label: t('users.everyStatus') },
            { value: 'active', label: t('account.active') },
            { value: 'inactive', label: t('account.inactive') },
          ]}
        />
      </div>
      <MemberTable
        filters={{ search, status, role: '', invited: !all }}
        as="manager"
        none={
          <Empty
            title={t('users.noneAvailable')}
            text={search === '' && status === '' ? t('users.noneInvited') : t('users.noneText')}
          />
        }
      />
    </DeskPage>
  );
}
