import { auditPaths } from '@matgyo/contracts/paths/audit';
import type { SignedCheckpoint } from '@matgyo/contracts/proofs';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Download, LoaderCircle, RotateCw, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { answerTo, queryKeys } from '../../api/queries.ts';
import { useSigned } from '../../api/signature.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { SignedMark } from '../../ui/signed-mark.tsx';
import { asOfParts } from './as-of-text.ts';

interface FingerprintProps {
  readonly title: string;
  readonly sha256: string;
  readonly asOf: string | null;
  /** What fees it was computed with, and by which version of its read model; undefined if it has no read model. */
  readonly madeBy?: { readonly feeRules: readonly string[]; readonly projectionVersion: number };
  /** The signed checkpoint over the last event; null if there is none, undefined if the report has none. */
  readonly checkpoint?: SignedCheckpoint | null;
  /** Pins the report to its point in time; undefined if the address has it already. */
  readonly onPin?: ((asOf: string) => void) | undefined;
  readonly children?: ReactNode;
}

const groups = (sha256: string): readonly string[] =>
  (sha256.match(/.{16}/g) ?? []).map((part) => part.replace(/(.{4})(?=.)/g, '$1 '));

/** What identifies a report: its hash, last event, and what it was made by. */
export function Fingerprint(props: FingerprintProps) {
  const { title, sha256, asOf, madeBy, checkpoint, onPin, children } = props;
  const { t } = useTexts();
  const point = asOf === null ? undefined : asOfParts(asOf);
  return (
    <section
      aria-labelledby="fingerprint"
      className="mt-10 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-3 bg-surface px-5 py-4 max-md:-mx-5 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,auto)] md:gap-x-4 md:rounded-lg"
    >
      <ShieldCheck size={22} className="mt-0.5 text-accent md:mt-2.5" />
      <div className="min-w-0">
        <div className="flex items-center gap-1">
          <h2 id="fingerprint" className="text-small font-strong">
            {title}
          </h2>
          <CopyButton
            text={sha256}
            label={t('report.copyFingerprint')}
            done={t('report.fingerprintCopied')}
            className="-my-1"
          />
        </div>
        <p className="flex flex-wrap gap-x-3 font-mono text-small leading-[1.375rem]">
          {groups(sha256).map((group) => (
            <span key={group}>{group}</span>
          ))}
        </p>
        {point !== undefined && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-fg-subtle text-micro">
            {t('report.upToEvent')}
            <span className="break-all font-mono">{point.eventId}</span>
            {onPin !== undefined && asOf !== null && (
              <Button
                size="small"
                variant="quiet"
                // Its text, not its box, is in line with the texts beside and above it.
                className="-my-1 -ml-[9px]"
                onClick={() => onPin(asOf)}
              >
                <span className="min-w-0 whitespace-normal text-left">{t('report.pin')}</span>
              </Button>
            )}
          </p>
        )}
      </div>
      <div className="text-fg-subtle text-small max-md:col-start-2 md:text-right">
        {point === undefined && <p>{t('report.nothingYet')}</p>}
        {point?.at !== undefined && <p>{t('report.upToTime', { at: dateTimeInKorea(point.at) })}</p>}
        {madeBy !== undefined && (
          <p>
            {t('report.version', { version: madeBy.projectionVersion })}
            {madeBy.feeRules.length > 0 &&
              ` · ${t('report.feeRules', { rules: madeBy.feeRules.join(', ') })}`}
          </p>
        )}
        {checkpoint != null && <Checkpoint checkpoint={checkpoint} />}
        {children}
      </div>
    </section>
  );
}

/** The signed checkpoint that covers the last event, verified in this browser if possible. */
function Checkpoint({ checkpoint }: { readonly checkpoint: SignedCheckpoint }) {
  const { t, formatCount } = useTexts();
  const { data: keys } = useQuery({
    ...answerTo(queryKeys.own.staff.all, auditPaths.publicKeys),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { statement } = checkpoint;
  const key = keys?.items.find(({ keyId }) => keyId === statement.keyId);
  const signed = useSigned(key === undefined ? undefined : checkpoint, key);
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 md:justify-end">
      {t('report.checkpoint', {
        sequence: formatCount(statement.sequence),
        at: dateTimeInKorea(statement.madeAt),
      })}
      <SignedMark signed={signed} />
    </p>
  );
}

interface ReportLinksProps {
  readonly onReload: () => void;
  /** Downloads the report as it was hashed and signed, for programs and auditors. */
  readonly onSave: () => void;
  readonly isSaving?: boolean;
  readonly compare: { readonly pathname: string; readonly search: string };
}

const className = 'inline-flex min-h-6 items-center gap-1 rounded-xs font-medium text-fg-muted hover:text-fg';

/** Below a report's fingerprint: reload it, download it, or compare it with another point in time. */
export function ReportLinks({ onReload, onSave, isSaving = false, compare }: ReportLinksProps) {
  const { t } = useTexts();
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 md:justify-end print:hidden">
      <button type="button" onClick={onReload} className={className}>
        <RotateCw size={14} strokeWidth={1.8} />
        {t('report.again')}
      </button>
      <button
        type="button"
        aria-busy={isSaving || undefined}
        aria-disabled={isSaving || undefined}
        onClick={() => {
          if (!isSaving) onSave();
        }}
        className={className}
      >
        {isSaving ? (
          <LoaderCircle size={14} strokeWidth={2} className="animate-spin" />
        ) : (
          <Download size={14} strokeWidth={1.8} />
        )}
        {t('report.forAuditors')}
      </button>
      <Link to={compare} className={className}>
        {t('report.compare')}
        <ArrowRight size={14} strokeWidth={1.8} />
      </Link>
    </p>
  );
}
