import { Fragment, type ReactNode } from 'react';

/** What an action does, as labels and values in a box. */
export const Effects = ({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-lg bg-surface px-4 py-3 text-small">
    {rows.map(([label, value]) => (
      <Fragment key={label}>
        <dt className="text-fg-subtle">{label}</dt>
        <dd className="text-right">{value}</dd>
      </Fragment>
    ))}
  </dl>
);
