import { call } from './call.ts';
import { pollUnlessPushed } from './polling.ts';
import type { ParamsOf, QueryOf, Route } from './route.ts';

/** Each page starts at the cursor with which the one before ends. */
export const cursors = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined,
};

interface PageRequest {
  readonly pageParam: string | undefined;
  readonly signal: AbortSignal;
}

/** The pages of a list that a call answers. */
export const pages = <R extends Route>(
  route: R,
  query: Omit<QueryOf<R>, 'cursor'>,
  params?: ParamsOf<R>,
) => ({
  ...cursors,
  queryFn: ({ pageParam, signal }: PageRequest) =>
    call(route, {
      signal,
      query: { ...query, cursor: pageParam } as unknown as QueryOf<R>,
      ...(params !== undefined && { params }),
    }),
});

const slowPollMs = 15_000;

interface PagedQuery {
  readonly state: {
    readonly data?: { readonly pages: readonly unknown[] } | undefined;
    readonly error: Error | null;
  };
}

/** A long list is polled less often, since each poll reloads all its pages. */
export const pollPages = (query: PagedQuery) =>
  pollUnlessPushed((query.state.data?.pages.length ?? 0) > 2 ? slowPollMs : undefined)(query);
