import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Paged } from '../../ui/paged.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { SaveFileButton } from '../../ui/save-file-button.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { Table, TableBones } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { AuditFilterForm, auditFiltersIn } from './audit-filter-form.tsx';
import { auditLogQuery } from './audit-log-query.ts';
import { AuditRows } from './audit-rows.tsx';

/** The audit log of staff actions, searchable by actor, action, subject and time. */
export default function AuditLogPage() {
  const { t } = useTexts();
  const address = useAddress();
  const filters = auditFiltersIn(address);
  return (
    <StaffPage
      title={t('staff.auditLog')}
      intro={t('auditLog.intro')}
      action={<SaveFileButton route={auditPaths.auditLogCsv} query={filters} name="audit-log.csv" />}
    >
      <AuditFilterForm />
      <Paged
        list={useInfiniteQuery(auditLogQuery(filters))}
        failed={t('auditLog.loadFailed')}
        bones={<TableBones rows={12} columns={5} />}
        none={
          <Empty
            title={t('auditLog.none')}
            text={t('auditLog.noneText')}
            action={
              <Button
                onClick={() => address.choose({ actor: '', action: '', subject: '', from: '', to: '' })}
              >
                {t('staff.showAll')}
              </Button>
            }
          />
        }
      >
        {(entries) => <AuditTable entries={entries} />}
      </Paged>
    </StaffPage>
  );
}

/** The entries; the address says which one is open. */
function AuditTable({ entries }: { readonly entries: readonly AuditLogEntry[] }) {
  const { t } = useTexts();
  const address = useAddress();
  const opened = address.read('entry');
  return (
    <Table
      caption={t('staff.auditLog')}
      columns={[
        { head: t('label.time') },
        { head: t('trail.who') },
        { head: t('auditLog.action') },
        { head: t('auditLog.subject') },
        { head: <span className="sr-only">{t('staff.details')}</span>, numeric: true },
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
  );
}
