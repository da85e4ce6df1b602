import { accountStates } from '@matgyo/contracts/account-states';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Chips } from '../../../ui/choice.tsx';
import { PageSearch } from '../../../ui/filter-field.tsx';
import { useAddress } from '../../../ui/use-address.ts';

const states = ['', ...accountStates] as const;

export function useMemberFilters() {
  const address = useAddress();
  return { search: address.read('search'), status: address.readOne('status', states) };
}

/** By nickname and status, and by whatever more `children` offer. */
export function MemberFilterBar({ children }: { readonly children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className="mt-4 mb-3 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2.5 md:flex md:flex-wrap md:items-center">
      <PageSearch label={t('users.search')} />
      <Chips
        label={t('label.statusFilter')}
        {...useAddress().choice('status', states)}
        choices={states.map((state) => ({
          value: state,
          label: state === '' ? t('users.everyStatus') : t(`account.states.${state}`),
        }))}
      />
      {children}
    </div>
  );
}
