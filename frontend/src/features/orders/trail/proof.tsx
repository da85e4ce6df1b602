import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrderTrail } from '../../../api/order-trail.ts';
import { useTexts } from '../../../i18n/index.ts';
import { CopyButton } from '../../../ui/copy.tsx';

interface ProofFrameProps {
  readonly trail: OrderTrail;
  readonly holds: boolean;
  /** What was checked, or what is wrong with it. */
  readonly text: string;
  /** What identifies it, as entries of a list of descriptions. */
  readonly children: ReactNode;
}

/** Whether the hash chain is intact, and what identifies it. */
export function ProofFrame({ trail, holds, text, children }: ProofFrameProps) {
  const { t, formatCount } = useTexts();
  const Icon = holds ? ShieldCheck : ShieldAlert;
  const { length: count } = trail.everything;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-3 bg-surface px-5 py-3.5 max-md:-mx-5 md:rounded-lg">
      <div className={`flex items-center gap-3 ${holds ? 'text-accent' : 'text-danger'}`}>
        <Icon size={22} />
        <p>
          <span className="block font-strong">
            {trail.verified ? t('trail.verified', { count, records: formatCount(count) }) : t('trail.broken')}
          </span>
          <span className="text-fg-muted text-small">{text}</span>
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-7 gap-y-2 text-small max-md:w-full max-md:grid">{children}</dl>
    </div>
  );
}

/** A hash shortened to its first and last characters, grouped for comparison. */
export function Hash({ name, hash }: { readonly name: string; readonly hash: string | undefined }) {
  if (hash === undefined) return null;
  const groups = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');
  return (
    <div>
      <dt className="text-fg-subtle text-micro">{name}</dt>
      <dd className="flex min-h-7 items-center font-mono">
        {groups(hash.slice(0, 8))} … {groups(hash.slice(-8))}
        <CopyButton text={hash} what={name} className="print:hidden" />
      </dd>
    </div>
  );
}

/** The proof of an order for its member. */
export function Proof({ trail }: { readonly trail: OrderTrail }) {
  const { t, formatCount } = useTexts();
  const ofOrder = trail.entries.filter(({ stream }) => stream.startsWith('order-')).length;
  const ofMatches = trail.everything.length - ofOrder;
  // The list below has the order's events; the chains also hold those of its matches.
  const whatItHolds =
    ofMatches > 0
      ? t('trail.verifiedParts', { own: formatCount(ofOrder), others: formatCount(ofMatches) })
      : t('trail.verifiedText');
  return (
    <ProofFrame
      trail={trail}
      holds={trail.verified}
      text={trail.verified ? whatItHolds : t('trail.brokenText')}
    >
      <Hash name={t('trail.lastHash')} hash={trail.lastHash} />
    </ProofFrame>
  );
}
