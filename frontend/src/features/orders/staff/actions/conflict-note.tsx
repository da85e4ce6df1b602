import type { ConflictOfInterest } from '@matgyo/contracts/ledger-refusals';
import { UserRoundX } from 'lucide-react';
import { useErrorTexts } from '../../../../i18n/error-texts.ts';

/** Why the actions on an order or a match are not offered to this user. */
export function ConflictNote({ conflict }: { readonly conflict: ConflictOfInterest }) {
  const say = useErrorTexts();
  return (
    <p className="flex items-start gap-1.5 text-fg-muted text-small">
      <UserRoundX size={16} strokeWidth={1.6} className="mt-0.5 flex-none" />
      {say(conflict)}
    </p>
  );
}
