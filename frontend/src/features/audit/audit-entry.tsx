import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import { useTexts } from '../../i18n/index.ts';
import { None } from '../../ui/amount.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Fact } from '../../ui/fact.tsx';
import { useReadModelWord } from '../../ui/read-model-labels.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { useDetails } from './details.ts';

interface EntryProps {
  readonly entry: AuditLogEntry;
}

/** An entry's details and hash. */
export function Details({ entry }: EntryProps) {
  const { t, formatCount } = useTexts();
  const detailsOf = useDetails();
  return (
    <dl className="grid gap-x-8 gap-y-2.5 text-small md:grid-cols-2">
      {detailsOf(entry).map(([name, value]) => (
        <Fact key={name} label={name}>
          {value}
        </Fact>
      ))}
      {entry.reason !== null && <Fact label={t('label.reason')}>{entry.reason}</Fact>}
      {entry.requestId !== null && (
        <Fact label={t('auditLog.request')}>
          <span className="font-mono text-micro">{entry.requestId}</span>
        </Fact>
      )}
      <Fact label={t('auditLog.sequence')}>{formatCount(entry.sequence)}</Fact>
      <Fact label={t('auditLog.hash')}>
        <span className="inline-flex items-center gap-1">
          <span className="break-all font-mono text-micro">{entry.hash}</span>
          <CopyButton text={entry.hash} what={t('auditLog.hash')} className="-my-1" />
        </span>
      </Fact>
    </dl>
  );
}

export function Actor({ entry }: EntryProps) {
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
export function Subject({ entry }: EntryProps) {
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
