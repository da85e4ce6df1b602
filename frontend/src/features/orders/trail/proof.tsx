import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTexts } from '../../../i18n/index.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import type { OrderTrail } from './order-trail.ts';

/** The first and last characters of a hash, grouped for comparison. */
export function shortHash(hash: string): string {
  const groups = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');
  return `${groups(hash.slice(0, 8))} … ${groups(hash.slice(-8))}`;
}

/** Whether the hash chain is intact. */
export function Proof({ trail }: { readonly trail: OrderTrail }) {
  const { t, formatCount } = useTexts();
  const records = formatCount(trail.records);
  const ofOrder = trail.entries.filter(({ stream }) => stream.startsWith('order-')).length;
  const ofMatches = trail.records - ofOrder;
  // The list below has the order's events; the chains also hold those of its matches.
  const whatItHolds =
    ofMatches > 0
      ? t('trail.verifiedParts', { own: formatCount(ofOrder), others: formatCount(ofMatches) })
      : t('trail.verifiedText');
  const Icon = trail.verified ? ShieldCheck : ShieldAlert;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-3 bg-surface px-5 py-3.5 max-md:-mx-5 md:rounded-lg">
      <div className={`flex items-center gap-3 ${trail.verified ? 'text-accent' : 'text-danger'}`}>
        <Icon size={22} strokeWidth={1.6} />
        <p>
          <span className="block font-strong">
            {trail.verified ? t('trail.verified', { count: trail.records, records }) : t('trail.broken')}
          </span>
          <span className="text-fg-muted text-small">
            {trail.verified ? whatItHolds : t('trail.brokenText')}
          </span>
        </p>
      </div>
      {trail.lastHash !== undefined && (
        <dl className="text-small">
          <dt className="text-fg-subtle text-micro">{t('trail.lastHash')}</dt>
          <dd className="flex items-center font-mono">
            {shortHash(trail.lastHash)}
            <CopyButton text={trail.lastHash} what={t('trail.lastHash')} />
          </dd>
        </dl>
      )}
    </div>
  );
}
