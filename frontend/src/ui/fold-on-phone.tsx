import type { ReactNode } from 'react';
import { phoneWidth, useMedia } from './use-media.ts';

/** The longest list that a phone shows at once. */
const shownMax = 3;

interface FoldOnPhoneProps {
  /** How many lines there are. */
  readonly count: number;
  /** The line in their place, which opens them. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A list that is folded on a phone if it is long, since what follows it would be screens below. */
export function FoldOnPhone({ count, label, children }: FoldOnPhoneProps) {
  const phone = useMedia(phoneWidth);
  if (!phone || count <= shownMax) return children;
  return (
    <details>
      <summary className="min-h-11 content-center text-fg-muted text-small font-medium">{label}</summary>
      {children}
    </details>
  );
}
