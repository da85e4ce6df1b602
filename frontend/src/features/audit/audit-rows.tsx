import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import { formatCount, formatPrice } from '../../format/amount.ts';
import { dateInKorea, secondsInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { DetailsButton } from '../../ui/details-button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { useReadModelWord } from '../../ui/read-model-labels.ts';
import { Cell, DetailRow, Row } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useActionText, useDetails } from './details.ts';

const columns = 5;

interface AuditRowsProps {
  readonly entry: AuditLogEntry;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** One entry; when expanded, its details and hash. */
export function AuditRows({ entry, open, onToggle }: AuditRowsProps) {
  const { t, language } = useTexts();
  const detailsOf = useDetails();
  const actionText = useActionText();
  return (
    <>
      <Row plain={open}>
        <Cell place={3} className="whitespace-nowrap text-fg-muted">
          {dateInKorea(entry.at)} {secondsInKorea(entry.at)}
        </Cell>
        <Cell place={2} className="font-medium">
          <Actor entry={entry} />
        </Cell>
        <Cell place={1} head>
          {actionText(entry)}
        </Cell>
        <Cell place={5} className="break-all">
          <Subject entry={entry} />
        </Cell>
        <Cell place={4} numeric>
          <DetailsButton
            text={t('staff.details')}
            label={t('auditLog.detailsOf', { sequence: formatCount(entry.sequence, language) })}
            open={open}
            onToggle={onToggle}
            className="max-md:-mr-2"
          />
        </Cell>
      </Row>
      {open && (
        <DetailRow columns={columns}>
          <dl className="grid gap-x-8 gap-y-2.5 rounded-lg bg-surface p-4 text-small md:grid-cols-2 md:p-5">
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
            <Fact label={t('auditLog.sequence')}>{formatCount(entry.sequence, language)}</Fact>
            <Fact label={t('auditLog.hash')}>
              <span className="inline-flex items-center gap-1">
                <span className="break-all font-mono text-micro">{entry.hash}</span>
                <CopyButton text={entry.hash} what={t('auditLog.hash')} className="-my-1" />
              </span>
            </Fact>
          </dl>
        </DetailRow>
      )}
    </>
  );
}

function Actor({ entry }: { readonly entry: AuditLogEntry }) {
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
function Subject({ entry }: { readonly entry: AuditLogEntry }) {
  const { t, language } = useTexts();
  const { subjectId, subjectMember, subjectOrder, subjectPrice, action } = entry;
  const readModelWord = useReadModelWord();
  const { readModel = action === 'read-model-retried' ? subjectId : undefined } = entry.details;
  if (typeof readModel === 'string') return readModelWord(readModel);
  if (subjectId === null) return <span className="text-fg-subtle">–</span>;
  if (subjectMember !== null)
    return <TextLink to={`/admin/users/${subjectMember._id}`}>{subjectMember.nickname}</TextLink>;
  if (subjectOrder !== null)
    return <TextLink to={`/admin/orders/${subjectOrder._id}`}>{subjectOrder.orderCode}</TextLink>;
  if (subjectPrice !== null)
    return (
      <span className="whitespace-nowrap">
        {subjectPrice.before !== null && `${formatPrice(subjectPrice.before, language)} → `}
        {formatPrice(subjectPrice.price, language)}
        {t('unit.won')}
      </span>
    );
  return <span className="font-mono text-fg-muted text-micro">{subjectId}</span>;
}
