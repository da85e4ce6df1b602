import { auditActionText, auditActionTexts } from '@matgyo/contracts/audit-action-texts';
import { auditActions } from '@matgyo/contracts/audit-actions';
import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pages, queryKeys } from '../../api/queries.ts';
import { dateInKorea, secondsInKorea } from '../../format/date-time.ts';
import { faultOfDays } from '../../format/days.ts';
import { useTexts } from '../../i18n/index.ts';
import { DetailsButton } from '../../ui/details-button.tsx';
import { DaysField, SearchField, SelectField } from '../../ui/filter-field.tsx';
import { SaveFileButtons } from '../../ui/save-file-button.tsx';
import { NothingFound, StaffPage } from '../../ui/staff-page.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { Actor, Details, Subject } from './audit-entry.tsx';

const pollEveryMs = 15_000;

/** The audit log of staff actions, searchable by actor, action, subject and time. */
export default function AuditLogPage() {
  const { t } = useTexts();
  const filters = auditFiltersIn(useAddress());
  const isWrong = faultOfDays(filters.from, filters.to) !== undefined;
  return (
    <StaffPage
      title={t('staff.auditLog')}
      intro={t('auditLog.intro')}
      action={
        <SaveFileButtons route={auditPaths.auditLogCsv} query={filters} name="audit-log.csv" off={isWrong} />
      }
    >
      <AuditFilterForm />
      {!isWrong && <AuditTable filters={filters} />}
    </StaffPage>
  );
}

function AuditTable({ filters }: { readonly filters: ReturnType<typeof auditFiltersIn> }) {
  const { t, language, formatCount } = useTexts();
  const address = useAddress();
  const opened = address.read('entry');
  const list = useInfiniteQuery({
    ...pages(queryKeys.own.staff.all, auditPaths.auditLog, filters),
    refetchInterval: pollEveryMs,
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<AuditLogEntry>[] = [
    {
      head: t('label.time'),
      place: 3,
      className: 'whitespace-nowrap text-fg-muted',
      cell: ({ at }) => `${dateInKorea(at)} ${secondsInKorea(at)}`,
    },
    { head: t('trail.who'), place: 2, className: 'font-medium', cell: (entry) => <Actor entry={entry} /> },
    { head: t('auditLog.action'), place: 1, isName: true, cell: (entry) => auditActionText(entry, language) },
    {
      head: t('auditLog.subject'),
      place: 5,
      className: 'break-all',
      cell: (entry) => <Subject entry={entry} />,
    },
    {
      head: <span className="sr-only">{t('staff.details')}</span>,
      place: 4,
      numeric: true,
      cell: ({ sequence }) => (
        <DetailsButton
          text={t('staff.details')}
          label={t('auditLog.detailsOf', { sequence: formatCount(sequence) })}
          open={opened === String(sequence)}
          onToggle={() => address.type({ entry: opened === String(sequence) ? '' : String(sequence) })}
          className="max-md:-mr-2"
        />
      ),
    },
  ];
  return (
    <PagedTable
      list={list}
      failed={t('auditLog.loadFailed')}
      none={
        <NothingFound
          title={t('auditLog.none')}
          text={t('auditLog.noneText')}
          filters={Object.keys(filters)}
        />
      }
      caption={t('staff.auditLog')}
      keyOf={({ sequence }) => sequence}
      columns={columns}
      details={(entry) => opened === String(entry.sequence) && <Details entry={entry} />}
    />
  );
}

/** Search filters in the address; '' matches everything. */
function auditFiltersIn({ read, readOne }: ReturnType<typeof useAddress>) {
  return {
    actor: read('actor'),
    action: readOne('action', ['', ...auditActions]),
    subject: read('subject'),
    from: read('from'),
    to: read('to'),
  };
}

function AuditFilterForm() {
  const { t, language } = useTexts();
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
          ...auditActions.map((each) => ({ value: each, label: auditActionTexts[each][language] })),
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
