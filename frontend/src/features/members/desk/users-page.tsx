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
const roles = ['', 'admin', 'manager', 'member'] as const;

/** Everybody with an account, to be found, switched on and edited. */
export default function UsersPage() {
  const { t } = useWords();
  const address = useAddress();
  const status = address.readOne('status', statuses);
  const role = address.readOne('role', roles);
  const search = address.read('search');
  usePageTitle(t('desk.users'));
  return (
    <DeskPage title={t('desk.users')} intro={t('users.intro')}>
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
        <Chips
          label={t('users.filterRole')}
          chosen={role}
          onChoose={(next) => address.choose({ role: next })}
          choices={[
            { value: '', label: t('users.everyRole') },
            { value: 'member', label: t('users.member') },
            { value: 'manager', label: t('users.manager') },
            { value: 'admin', label: t('users.admin') },
          ]}
        />
      </div>
      <MemberTable
        filters={{ search, status, role }}
        as="admin"
        none={
          <Empty
            title={t('users.none')}
            text={t('users.noneText')}
            action={
              <Button onClick={() => address.choose({ search: '', status: '', role: '' })}>
                {t('users.showAll')}
              </Button>
            }
          />
        }
      />
    </DeskPage>
  );
}
