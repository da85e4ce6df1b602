import type { ReactNode } from 'react';

/** A line of the request. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-subtle">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
