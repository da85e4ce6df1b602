import { Facts, type Rows } from './facts.tsx';

/** What an action does, in a box. */
export const Effects = ({ rows }: { readonly rows: Rows }) => (
  <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-lg bg-surface px-4 py-3 text-small">
    <Facts rows={rows} line="contents" label="text-fg-subtle" value="text-right" />
  </dl>
);
