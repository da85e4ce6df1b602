import { auditActions } from '@matgyo/contracts/audit-actions';
import { useTexts } from '../../i18n/index.ts';
import { DaysField, SearchField, SelectField } from '../../ui/filter-field.tsx';
import { useAddress } from '../../ui/use-address.ts';
import type { AuditFilters } from './audit-log-query.ts';

/** The filters in the address. */
export function auditFiltersIn({ read }: Pick<ReturnType<typeof useAddress>, 'read'>): AuditFilters {
  return {
    actor: read('actor'),
    action: auditActions.find((each) => each === read('action')) ?? '',
    subject: read('subject'),
    from: read('from'),
    to: read('to'),
  };
}

/** Actor, action, subject and days. */
export function AuditFilterForm() {
  const { t } = useTexts();
  const address = useAddress();
  const filters = auditFiltersIn(address);
  return (
    <form
      aria-label={t('auditLog.filters')}
      onSubmit={(event) => event.preventDefault()}
      className="mt-5 mb-3 grid grid-cols-2 gap-3 xl:grid-cols-[1fr_1.1fr_1.2fr_1.7fr]"
    >
      <SearchField
        label={t('trail.who')}
        placeholder={t('member.nickname')}
        value={filters.actor}
        onSearch={(actor) => address.type({ actor })}
      />
      <SelectField
        label={t('auditLog.action')}
        value={filters.action}
        onChoose={(next) => address.choose({ action: next })}
        choices={[
          { value: '', label: t('auditLog.everyAction') },
          ...auditActions.map((each) => ({ value: each, label: t(`auditLog.actions.${each}`) })),
        ]}
      />
      <SearchField
        label={t('auditLog.subject')}
        placeholder={t('auditLog.subjectHint')}
        value={filters.subject}
        onSearch={(subject) => address.type({ subject })}
        className="max-xl:col-span-2"
      />
      <DaysField
        label={t('period.title')}
        from={filters.from}
        to={filters.to}
        onChange={(days) => address.choose(days)}
        className="max-xl:col-span-2"
      />
    </form>
  );
}
