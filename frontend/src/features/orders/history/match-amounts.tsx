import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import type { Match } from '../matches.ts';

/** What was matched, with the won below. */
export function MatchAmounts({ match: { amount, krw } }: { readonly match: Match }) {
  return (
    <span className="grid text-right">
      <span className="font-medium">
        <UsdtAmount value={amount} unit />
      </span>
      <span className="text-fg-subtle text-small">
        <KrwAmount value={krw} />
      </span>
    </span>
  );
}
