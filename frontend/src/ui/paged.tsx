import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { loadNextPage } from '../api/queries.ts';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { NotLoaded } from './placeholder.tsx';

export type PagedQuery<Item> = UseInfiniteQueryResult<{
  readonly pages: readonly { readonly items: readonly Item[] }[];
}>;

export interface PagedProps<Item> {
  readonly list: PagedQuery<Item>;
  /** The title if the list could not be loaded. */
  readonly failed: string;
  /** The skeleton while it is loaded. */
  readonly skeleton: ReactNode;
  /** In place of an empty list. */
  readonly none: ReactNode;
  /** The rows of all pages that are loaded. */
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that is loaded page by page: loading, failed, empty, or its rows with more to load. */
export function Paged<Item>({ list, failed, skeleton, none, children }: PagedProps<Item>) {
  // Placeholders are the rows of the filter before, until the new ones arrive.
  const { data, isPlaceholderData } = list;
  if (data === undefined)
    return (
      <NotLoaded failed={failed} query={list}>
        {skeleton}
      </NotLoaded>
    );
  const items = onceEach(data.pages.flatMap((page) => page.items));
  return (
    <div className={isPlaceholderData ? 'opacity-60' : undefined} aria-busy={isPlaceholderData}>
      {items.length === 0 && !list.hasNextPage ? none : children(items)}
      <LoadMore list={list} />
    </div>
  );
}

/** A row that moved down the list while its pages were loaded is in two of them. */
const onceEach = <Item,>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [(item as { readonly _id?: string })._id ?? item, item])).values(),
];

/** What it takes of a list to load more of it. */
export type PagedList = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isFetching' | 'fetchNextPage' | 'refetch'
>;

/** How far before the end of the list the next page is loaded. */
const ahead = '400px';
/** A filtered list may show nothing of a page: further ones are then loaded by button. */
const inARowMax = 5;

/** Loads the next page of a list when its end comes near, or by button. */
export function LoadMore({ list }: { readonly list: PagedList }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const { t } = useTexts();
  const end = useRef<HTMLDivElement>(null);
  const inARow = useRef(0);
  const reach = useEffectEvent(() => loadNextPage(list));
  useEffect(() => {
    const element = end.current;
    // Observed again after each page: a short one leaves the end in sight. After a failure only the button tries again.
    if (!hasNextPage || isFetchingNextPage || isFetchNextPageError || element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        inARow.current = entry?.isIntersecting === true ? inARow.current + 1 : 0;
        if (inARow.current > 0 && inARow.current <= inARowMax) void reach();
      },
      { rootMargin: ahead },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="py-4">
      <Button size="medium" busy={isFetchingNextPage} onClick={() => void loadNextPage(list)}>
        {t('loadMore')}
      </Button>
    </div>
  );
}
