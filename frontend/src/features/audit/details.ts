import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import { useTexts } from '../../i18n/index.ts';
import { useReadModelWord } from '../../ui/read-model-labels.ts';

type Labels = Readonly<Record<string, string>>;

/** An entry's details as pairs of label and value; a list as its items. What has no label keeps its own name. */
export function useDetails(): (
  entry: Pick<AuditLogEntry, 'details'>,
) => readonly (readonly [string, string])[] {
  const { t } = useTexts();
  const readModelWord = useReadModelWord();
  const names: Labels = {
    fields: t('auditLog.fields'),
    events: t('auditLog.events'),
    network: t('auditLog.network'),
    change: t('auditLog.change'),
    comment: t('auditLog.comment'),
    count: t('auditLog.count'),
    rows: t('auditLog.rows'),
    trades: t('partners.trades'),
    from: t('period.from'),
    to: t('period.to'),
    searched: t('auditLog.searched'),
    rehearsed: t('auditLog.rehearsed'),
    readModel: t('auditLog.readModel'),
    kind: t('auditLog.kind'),
    closedAt: t('auditLog.closedAt'),
    fingerprint: t('auditLog.fingerprint'),
    key: t('auditLog.key'),
    tables: t('auditLog.tables'),
    changed: t('auditLog.changed'),
    nonce: t('auditLog.nonce'),
    seal: t('auditLog.seal'),
    sha256: 'SHA-256',
  };
  const fields: Labels = {
    status: t('label.status'),
    admin: t('users.isAdmin'),
    manager: t('users.isManager'),
    referral_code: t('member.referralCode'),
    phone: t('member.phone'),
    telegram: t('member.telegram'),
    bank_name: t('member.bankName'),
    bank_account: t('member.bankAccount'),
    tether_address: t('member.tetherAddress'),
  };
  const text = (name: string, value: unknown): string => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return '–';
    if (name === 'kind') return isReplayKind(value) ? t(`replay.kinds.${value}`) : itemText(value);
    if (name === 'readModel') return readModelWord(String(value));
    if (Array.isArray(value))
      return value.map((item) => (name === 'fields' ? (fields[item] ?? item) : itemText(item))).join(', ');
    return typeof value === 'boolean' ? t(value ? 'auditLog.yes' : 'auditLog.no') : itemText(value);
  };
  return ({ details }) =>
    Object.entries(details).map(([name, value]) => [names[name] ?? name, text(name, value)]);
}

const itemText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const replayKinds = ['rebuild', 'compare', 'swap', 'roll-back'] as const;
const isReplayKind = (kind: unknown): kind is (typeof replayKinds)[number] =>
  replayKinds.some((each) => each === kind);

/** What was done; a replay only compares, or goes back to earlier figures, if its kind says so. */
export function useActionText(): (entry: Pick<AuditLogEntry, 'action' | 'details'>) => string {
  const { t } = useTexts();
  return ({ action, details: { kind } }) => {
    if (action !== 'replay-started') return t(`auditLog.actions.${action}`);
    if (kind === 'compare') return t('auditLog.compareStarted');
    return kind === 'roll-back' ? t('replay.kinds.roll-back') : t('auditLog.actions.replay-started');
  };
}
