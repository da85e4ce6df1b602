import { auditPaths } from '@matgyo/contracts/paths/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { DaysField, SearchField, SelectField } from '../../ui/filter-field.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Empty, Loading } from '../../ui/placeholder.tsx';
import { SaveFileButton } from '../../ui/save-file-button.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { Table, TableBones } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { actions, useActionWords } from './actions.ts';
import { type AuditFilters, auditLogQuery } from './audit-log-query.ts';
import { AuditRows } from './audit-rows.tsx';

/** The audit log of staff actions, searchable by actor, action, subject and time. */
export default function AuditLogPage() {
  const { t } = useTexts();
  const words = useActionWords();
  const address = useAddress();
  const { read } = address;
  const action = actions.find((each) => each === read('action'));
  const filters: AuditFilters = {
    ...(read('actor') !== '' && { actor: read('actor') }),
    ...(action !== undefined && { action }),
    ...(read('subject') !== '' && { subject: read('subject') }),
    ...(read('from') !== '' && { from: read('from') }),
    ...(read('to') !== '' && { to: read('to') }),
  };
  const log = useInfiniteQuery(auditLogQuery(filters));
  const entries = log.data?.pages.flatMap(({ items }) => items);
  const opened = read('entry');
  usePageTitle(t('staff.auditLog'));
  return (
    <StaffPage
      title={t('staff.auditLog')}
      intro={t('auditLog.intro')}
      action={
        <SaveFileButton
          label={t('auditLog.saveCsv')}
          route={auditPaths.auditLogCsv}
          query={filters}
          name="audit-log.csv"
          variant="secondary"
        />
      }
    >
      <form
        aria-label={t('auditLog.filters')}
        onSubmit={(event) => event.preventDefault()}
        className="mt-5 mb-3 grid grid-cols-2 gap-3 xl:grid-cols-[1fr_1.1fr_1.2fr_1.7fr]"
      >
        <SearchField
          label={t('auditLog.actor')}
          placeholder={t('auditLog.actorHint')}
          value={read('actor')}
          onSearch={(actor) => address.type({ actor })}
        />
        <SelectField
          label={t('auditLog.action')}
          value={action ?? ''}
          onChoose={(next) => address.choose({ action: next })}
          choices={[
            { value: '', label: t('auditLog.everyAction') },
            ...actions.map((each) => ({ value: each, label: words[each] })),
          ]}
        />
        <SearchField
          label={t('auditLog.subject')}
          placeholder={t('auditLog.subjectHint')}
          value={read('subject')}
          onSearch={(subject) => address.type({ subject })}
          className="max-xl:col-span-2"
        />
        <DaysField
          label={t('auditLog.days')}
          fromLabel={t('auditLog.firstDay')}
          toLabel={t('auditLog.lastDay')}
          from={read('from')}
          to={read('to')}
          onChange={(days) => address.choose(days)}
          className="max-xl:col-span-2"
        />
      </form>
      {entries === undefined && log.error !== null ? (
        <LoadFailure
          title={t('auditLog.loadFailed')}
          error={log.error}
          onRetry={log.refetch}
          retrying={log.isFetching}
        />
      ) : entries === undefined ? (
        <Loading>
          <TableBones rows={12} columns={5} />
        </Loading>
      ) : entries.length === 0 ? (
        <Empty
          title={t('auditLog.none')}
          text={t('auditLog.noneText')}
          action={
            <Button onClick={() => address.choose({ actor: '', action: '', subject: '', from: '', to: '' })}>
              {t('auditLog.showAll')}
            </Button>
          }
        />
      ) : (
        <div className={log.isPlaceholderData ? 'opacity-60' : undefined} aria-busy={log.isPlaceholderData}>
          <Table
            caption={t('staff.auditLog')}
            columns={[
              { head: t('auditLog.at') },
              { head: t('auditLog.actor') },
              { head: t('auditLog.action') },
              { head: t('auditLog.subject') },
              { head: <span className="sr-only">{t('auditLog.acts')}</span>, numeric: true },
            ]}
          >
            {entries.map((entry) => (
              <AuditRows
                key={entry.sequence}
                entry={entry}
                open={opened === String(entry.sequence)}
                onToggle={() =>
                  address.type({ entry: opened === String(entry.sequence) ? '' : String(entry.sequence) })
                }
              />
            ))}
          </Table>
          <LoadMore more={log.hasNextPage} loading={log.isFetchingNextPage} onMore={log.fetchNextPage} />
        </div>
      )}
    </StaffPage>
  );
}
