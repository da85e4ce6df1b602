import type { ReactNode } from 'react';
import { LoadMore, type PagedList } from './load-more.tsx';
import { NotLoaded } from './placeholder.tsx';

export interface PagedQuery<Item> extends PagedList {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly isFetching: boolean;
  /** Whether the rows are those of the filter before, until the new ones arrive. */
  readonly isPlaceholderData: boolean;
}

interface PagedProps<Item> {
  readonly list: PagedQuery<Item>;
  /** The title if the list could not be loaded. */
  readonly failed: string;
  /** The skeleton while it is loaded. */
  readonly bones: ReactNode;
  /** In place of an empty list. */
  readonly none: ReactNode;
  /** The rows of all pages that are loaded. */
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that is loaded page by page: loading, failed, empty, or its rows with more to load. */
export function Paged<Item>({ list, failed, bones, none, children }: PagedProps<Item>) {
  const { data, isPlaceholderData } = list;
  if (data === undefined)
    return (
      <NotLoaded failed={failed} query={list}>
        {bones}
      </NotLoaded>
    );
  const items = data.pages.flatMap((page) => page.items);
  return (
    <div className={isPlaceholderData ? 'opacity-60' : undefined} aria-busy={isPlaceholderData}>
      {items.length === 0 && !list.hasNextPage ? none : children(items)}
      <LoadMore list={list} />
    </div>
  );
}
