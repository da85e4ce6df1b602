import type { ReactNode } from 'react';

/** One entry of a list of descriptions, its label above it. */
export const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-fg-subtle text-micro">{label}</dt>
    <dd className="break-words">{children}</dd>
  </div>
);
