import { useSigned } from '../../../../api/signature.ts';
import { dateTimeInKorea } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { SignedMark } from '../../../../ui/signed-mark.tsx';
import type { OrderTrail } from '../../trail/order-trail.ts';
import { Hash, ProofFrame } from '../../trail/proof.tsx';

/** The verification of the order's chain, its last hash, and the signed checkpoint over it. */
export function StaffProof({ trail }: { readonly trail: OrderTrail }) {
  const { t, formatCount } = useTexts();
  const { verified, finding, proof } = trail;
  const signed = useSigned(proof?.checkpoint, proof?.key);
  const statement = proof?.checkpoint.statement;
  return (
    <ProofFrame
      trail={trail}
      holds={verified && signed !== false}
      text={
        finding === null
          ? t('trail.verifiedText')
          : `${t(`audit.findings.${finding.what}`)} · ${finding.stream}@${finding.revision}`
      }
    >
      <Hash name={t('trail.lastHash')} hash={trail.lastHash} />
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
          <Hash name={t('audit.root')} hash={statement.root} />
        </>
      )}
    </ProofFrame>
  );
}
