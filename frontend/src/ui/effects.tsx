import { Fragment, type ReactNode } from 'react';

/** What an action does, as values by their labels in a box. What has no value is left out. */
export const Effects = ({ rows }: { readonly rows: Readonly<Record<string, ReactNode>> }) => (
  <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-lg bg-surface px-4 py-3 text-small">
    {Object.entries(rows).map(
      ([label, value]) =>
        value !== undefined && (
          <Fragment key={label}>
            <dt className="text-fg-subtle">{label}</dt>
            <dd className="text-right">{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
);
