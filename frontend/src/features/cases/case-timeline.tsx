import type { CaseEntry, CaseView } from '@matgyo/contracts/endpoints/cases';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { classes } from '../../ui/class-names.ts';
import { StoredImage } from '../../ui/stored-image.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import TransferProof from '../../ui/transfer-proof.tsx';
import { useCaseLabels } from './case-labels.ts';
import { entriesFor, type ShownEntry } from './shown-entries.ts';

export function CaseTimeline({ one }: { readonly one: CaseView }) {
  const { t } = useTexts();
  return (
    <TitledSection className="mt-7" titleClass="text-small font-strong" title={t('dispute.timeline')}>
      <ol className="mt-1">
        {entriesFor(one).map(({ entry, shownAs }) => (
          <Entry key={entry._id} one={one} entry={entry} shownAs={shownAs} />
        ))}
      </ol>
    </TitledSection>
  );
}

export function Entry({ one, entry, shownAs }: ShownEntry & { readonly one: CaseView }) {
  const { t, language, formatUsdt } = useTexts();
  const { eventOf, groundOf, parties } = useCaseLabels();
  const { by, nickname, statement, outcome, amount } = entry;
  const who = [by === null ? t('dispute.system') : parties[by], nickname].filter((part) => part !== null);
  const why = entry.reasons.flatMap((code) => reasonText(entry.type, code, language) ?? groundOf(code) ?? []);
  const what = outcome === null ? [] : [t(`dispute.outcomes.${outcome}`)];
  const part = amount === null ? [] : [`${formatUsdt(amount)} USDT`];
  const how = entry.method === null ? [] : [t(`receipt.methods.${entry.method}`)];
  const details = [...what, ...part, ...how, ...why];
  return (
    <li className="grid gap-x-4 border-line border-b py-3 last:border-0 md:grid-cols-[9.5rem_minmax(0,1fr)]">
      <time dateTime={entry.at} className="text-fg-subtle text-small">
        {dateTimeInKorea(entry.at)}
      </time>
      <div className="min-w-0">
        <p>
          <span className={entry.ofThisCase ? 'font-strong' : undefined}>{eventOf(shownAs)}</span>{' '}
          <span className="text-fg-muted text-small">{who.join(' · ')}</span>
        </p>
        {details.length > 0 && <p className="text-fg-muted text-small">{details.join(' · ')}</p>}
        {entry.signature !== null && (
          <TransferProof
            signature={entry.signature}
            transfer={entry.transfer}
            reader={one.as}
            isOpen={one.status === 'open'}
          />
        )}
        {statement !== null && <Statement statement={statement} entry={entry} who={who.join(' ')} />}
      </div>
    </li>
  );
}

interface StatementProps {
  readonly statement: NonNullable<CaseEntry['statement']>;
  readonly entry: CaseEntry;
  readonly who: string;
}

function Statement({ statement: { text, image, matches, hash }, entry, who }: StatementProps) {
  const { t } = useTexts();
  return (
    <div
      className={classes(
        'mt-1.5 grid max-w-[40rem] gap-2 rounded-lg px-4 py-3',
        entry.by === 'admin' ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      {text !== null && (
        <p className="whitespace-pre-wrap break-words">
          {/* The text of a receipt is the sender's name. */}
          {entry.type === 'PaymentSent' && <span className="text-fg-muted">{t('receipt.from')} </span>}
          {text}
        </p>
      )}
      {text === null && <p className="text-danger">{t('dispute.erased')}</p>}
      {image !== null && (
        <StoredImage
          url={image}
          route={casePaths.image}
          alt={t('dispute.evidenceOf', { who })}
          title={t('dispute.evidenceOf', { who })}
        />
      )}
      {text !== null && !matches && <p className="text-danger text-small">{t('receipt.changed')}</p>}
      <details className="text-fg-subtle text-micro">
        <summary className="min-h-6 w-fit content-center hover:text-fg">{t('dispute.proof')}</summary>
        <p>{t('dispute.proofText')}</p>
        <code className="break-all font-mono">{hash}</code>
      </details>
    </div>
  );
}
