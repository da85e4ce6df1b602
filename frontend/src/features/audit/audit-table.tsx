import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import { useTexts } from '../../i18n/index.ts';
import { Table } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { AuditRows } from './audit-rows.tsx';

/** The entries; the address says which one is open. */
export function AuditTable({ entries }: { readonly entries: readonly AuditLogEntry[] }) {
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
