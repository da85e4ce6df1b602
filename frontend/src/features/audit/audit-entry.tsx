import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { None } from '../../ui/amount.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Facts, type Rows } from '../../ui/facts.tsx';
import { useReadModelWord } from '../../ui/read-model-labels.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function Details({ entry }: { readonly entry: AuditLogEntry }) {
  const { t, formatCount } = useTexts();
  const detailsOf = useDetails();
  return (
    <dl className="grid gap-x-8 gap-y-2.5 text-small md:grid-cols-2">
      <Facts rows={detailsOf(entry)} />
      <Facts
        rows={{
          [t('label.reason')]: entry.reason,
          [t('auditLog.request')]: entry.requestId !== null && (
            <span className="font-mono text-micro">{entry.requestId}</span>
          ),
          [t('auditLog.sequence')]: formatCount(entry.sequence),
          [t('auditLog.hash')]: (
            <span className="inline-flex items-center gap-1">
              <span className="break-all font-mono text-micro">{entry.hash}</span>
              <CopyButton text={entry.hash} what={t('auditLog.hash')} className="-my-1" />
            </span>
          ),
        }}
      />
    </dl>
  );
}

export function Actor({ entry }: { readonly entry: AuditLogEntry }) {
  const { t } = useTexts();
  if (entry.actorId === null) return t('role.system');
  return (
    <>
      <TextLink to={`/admin/users/${entry.actorId}`}>{entry.actorNickname ?? entry.actorId}</TextLink>
      {entry.approvedBy !== null && (
        <span className="text-fg-muted"> {t('auditLog.approvedBy', { nickname: entry.approvedBy })}</span>
      )}
    </>
  );
}

/** A member's nickname or an order's code links to its page; a price and a replay's read model are named; else it is an id. */
export function Subject({ entry }: { readonly entry: AuditLogEntry }) {
  const { t, formatPrice } = useTexts();
  const { subjectId, subjectMember, subjectOrder, subjectPrice, action } = entry;
  const readModelWord = useReadModelWord();
  const { readModel = action === 'read-model-retried' ? subjectId : undefined } = entry.details;
  if (typeof readModel === 'string') return readModelWord(readModel);
  if (subjectId === null) return <None />;
  if (subjectMember !== null)
    return <TextLink to={`/admin/users/${subjectMember._id}`}>{subjectMember.nickname}</TextLink>;
  if (subjectOrder !== null)
    return <TextLink to={`/admin/orders/${subjectOrder._id}`}>{subjectOrder.orderCode}</TextLink>;
  if (subjectPrice !== null)
    return (
      <span className="whitespace-nowrap">
        {subjectPrice.before !== null && `${formatPrice(subjectPrice.before)} → `}
        {formatPrice(subjectPrice.price)}
        {t('unit.won')}
      </span>
    );
  return <span className="font-mono text-fg-muted text-micro">{subjectId}</span>;
}

/** Longer lists, such as every recorded table with its columns, are folded. */
const itemsMax = 5;

/** An entry's details by their labels; a list as its items. What has no label keeps its own name. */
function useDetails(): (entry: Pick<AuditLogEntry, 'details'>) => Rows {
  const { t } = useTexts();
  const readModelWord = useReadModelWord();
  const fields: Readonly<Record<string, string>> = {
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
  const content = (name: string, value: unknown): ReactNode => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return '–';
    if (name === 'kind') return t(`replay.kinds.${value as 'swap'}`, { defaultValue: itemText(value) });
    if (name === 'readModel') return readModelWord(String(value));
    if (Array.isArray(value)) {
      const items = value.map((item) => (name === 'fields' ? (fields[item] ?? item) : itemText(item)));
      return items.length > itemsMax ? <FoldedItems items={items} /> : items.join(', ');
    }
    return typeof value === 'boolean' ? t(value ? 'auditLog.yes' : 'auditLog.no') : itemText(value);
  };
  return ({ details }) =>
    Object.fromEntries(
      Object.entries(details).map(([name, value]) => [
        t(`auditLog.details.${name as 'fields'}`, { defaultValue: name }),
        content(name, value),
      ]),
    );
}

function FoldedItems({ items }: { readonly items: readonly string[] }) {
  const { t, formatCount } = useTexts();
  return (
    <details>
      <summary className="min-h-9 w-fit content-center rounded-xs hover:text-fg">
        {t('auditLog.showItems', { items: formatCount(items.length) })}
      </summary>
      <ul className="grid gap-1.5 break-words text-fg-muted text-micro">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </details>
  );
}

const itemText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
