import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useSigned } from '../../../../api/signature.ts';
import { dateTimeInKorea } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { CopyButton } from '../../../../ui/copy.tsx';
import { SignedMark } from '../../../../ui/signed-mark.tsx';
import type { OrderTrail } from '../../trail/order-trail.ts';
import { shortHash } from '../../trail/proof.tsx';

/** The verification of the order's chain, its last hash, and the signed checkpoint over it. */
export function StaffProof({ trail }: { readonly trail: OrderTrail }) {
  const { t, formatCount } = useTexts();
  const { verified, finding, proof } = trail;
  const signed = useSigned(proof?.checkpoint, proof?.key);
  const holds = verified && signed !== false;
  const Icon = holds ? ShieldCheck : ShieldAlert;
  const statement = proof?.checkpoint.statement;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-3 bg-surface px-5 py-3.5 max-md:-mx-5 md:rounded-lg">
      <div className={`flex items-center gap-3 ${holds ? 'text-accent' : 'text-danger'}`}>
        <Icon size={22} strokeWidth={1.6} />
        <p>
          <span className="block font-strong">
            {verified
              ? t('trail.verified', { count: trail.records, records: formatCount(trail.records) })
              : t('trail.broken')}
          </span>
          <span className="text-fg-muted text-small">
            {finding === null
              ? t('trail.verifiedText')
              : `${t(`audit.findings.${finding.what}`)} · ${finding.stream}@${finding.revision}`}
          </span>
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-7 gap-y-2 text-small max-md:w-full max-md:grid">
        <Fact name={t('trail.lastHash')} hash={trail.lastHash} />
        {statement !== undefined && (
          <>
            <div>
              <dt className="text-fg-subtle text-micro">{t('audit.checkpoint')}</dt>
              <dd className="flex min-h-7 flex-wrap items-center gap-x-2">
                {t('audit.checkpointOf', {
                  at: dateTimeInKorea(statement.madeAt),
                  events: formatCount(statement.events),
                })}
                <SignedMark signed={signed} />
              </dd>
            </div>
            <Fact name={t('audit.root')} hash={statement.root} />
          </>
        )}
      </dl>
    </div>
  );
}

function Fact({ name, hash }: { readonly name: string; readonly hash: string | undefined }) {
  if (hash === undefined) return null;
  return (
    <div>
      <dt className="text-fg-subtle text-micro">{name}</dt>
      <dd className="flex min-h-7 items-center font-mono">
        {shortHash(hash)}
        <CopyButton text={hash} what={name} className="print:hidden" />
      </dd>
    </div>
  );
}
