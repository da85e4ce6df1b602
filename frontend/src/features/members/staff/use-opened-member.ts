import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerTo, queryKeys } from '../../../api/queries.ts';
import type { PagedQuery } from '../../../ui/paged.tsx';
import type { MemberFilters } from './member-queries.ts';

type MemberPages = NonNullable<PagedQuery<MemberView>['data']>['pages'];

interface Place {
  readonly page: number;
  readonly row: number;
}

/**
 * The list with the member who is opened in it. Who leaves it, as by being activated elsewhere, stays where they were
 * until they are closed: what is typed about them would be lost.
 */
export function useWithOpened(
  list: PagedQuery<MemberView>,
  opened: string,
  filters: MemberFilters,
): PagedQuery<MemberView> {
  const { data, isPlaceholderData } = list;
  const of = JSON.stringify(filters);
  const [last, setLast] = useState<Place & { readonly member: MemberView; readonly of: string }>();
  const place = data && placeOf(data.pages, opened);
  const member = place && data.pages[place.page]?.items[place.row];
  const isLast = member === last?.member && of === last?.of;
  if (place !== undefined && member !== undefined && !isPlaceholderData && !isLast)
    setLast({ ...place, member, of });
  const hasLeft =
    data !== undefined &&
    member === undefined &&
    last?.member.nickname === opened &&
    last.of === of &&
    !isPlaceholderData;
  const { data: now } = useQuery({
    ...answerTo(queryKeys.own.staff.members.all, memberPaths.findMember, { params: { nickname: opened } }),
    enabled: hasLeft,
  });
  if (!hasLeft) return list;
  return { ...list, data: { pages: withMember(data.pages, last, now ?? last.member) } } as typeof list;
}

function placeOf(pages: MemberPages, nickname: string): Place | undefined {
  for (const [page, { items }] of pages.entries()) {
    const row = items.findIndex((each) => each.nickname === nickname);
    if (row !== -1) return { page, row };
  }
  return undefined;
}

const withMember = (pages: MemberPages, { page, row }: Place, member: MemberView): MemberPages =>
  pages.map(({ items }, index) => ({
    items: index === Math.min(page, pages.length - 1) ? items.toSpliced(row, 0, member) : items,
  }));
