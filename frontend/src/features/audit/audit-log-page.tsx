import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { dateInKorea, secondsInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { DetailsButton } from '../../ui/details-button.tsx';
import { Paged } from '../../ui/paged.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { SaveFileButton } from '../../ui/save-file-button.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { type Column, Table, TableBones } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { Actor, Details, Subject } from './audit-entry.tsx';
import { AuditFilterForm, auditFiltersIn } from './audit-filter-form.tsx';
import { auditLogQuery } from './audit-log-query.ts';
import { useActionText } from './details.ts';

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
  const { t, formatCount } = useTexts();
  const address = useAddress();
  const actionText = useActionText();
  const opened = address.read('entry');
  const columns: readonly Column<AuditLogEntry>[] = [
    {
      head: t('label.time'),
      place: 3,
      className: 'whitespace-nowrap text-fg-muted',
      cell: ({ at }) => `${dateInKorea(at)} ${secondsInKorea(at)}`,
    },
    { head: t('trail.who'), place: 2, className: 'font-medium', cell: (entry) => <Actor entry={entry} /> },
    { head: t('auditLog.action'), place: 1, isName: true, cell: actionText },
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
    <Table
      caption={t('staff.auditLog')}
      lines={entries}
      keyOf={({ sequence }) => sequence}
      columns={columns}
      details={(entry) => opened === String(entry.sequence) && <Details entry={entry} />}
    />
  );
}
