import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { useQuery } from '@tanstack/react-query';
import { formatUsdt } from '../../../../format/amount.ts';
import { useWords } from '../../../../i18n/index.ts';
import type { Change } from '../../../../ui/desk/changed-band.tsx';
import { useStatusWord } from '../../../../ui/status.tsx';
import { orderTrailQuery } from '../../trail/order-trail.ts';
import { factsOf, type OrderFacts } from './acts.ts';

export interface OrderNow {
  readonly facts: OrderFacts;
  /** It is not what was seen any more. */
  readonly moved: boolean;
  /** Who moved it, once that is known. */
  readonly by: string | undefined;
}

/**
 * How an order stands that was seen as `seen`: as its queue lists it or, once it is in none, as its trail says. `told`
 * is what a refused act answered. The newest of them holds.
 */
export function useOrderNow(
  id: string,
  seen: OrderFacts,
  listed: AdminOrderView | undefined,
  told?: OrderFacts,
): OrderNow {
  const known = [...(listed === undefined ? [] : [factsOf(listed)]), ...(told === undefined ? [] : [told])];
  const suspect = listed === undefined || known.some(({ revision }) => revision !== seen.revision);
  const { data: trail } = useQuery({ ...orderTrailQuery(id), enabled: suspect });
  const last = suspect ? trail?.entries.at(-1) : undefined;
  if (last !== undefined)
    known.push({ status: last.state.status, open: last.state.open, revision: last.revision });
  const facts = known.reduce((newest, each) => (each.revision > newest.revision ? each : newest), seen);
  const moved = facts.revision !== seen.revision;
  return {
    facts,
    moved,
    by: moved && last?.revision === facts.revision ? (last.actorNickname ?? undefined) : undefined,
  };
}

/** What differs between an order as it was seen and as it stands. */
export function useChanges(): (seen: OrderFacts, now: OrderFacts) => readonly Change[] {
  const { t, language } = useWords();
  const word = useStatusWord();
  return (seen, now) => [
    ...(seen.status === now.status
      ? []
      : [{ label: t('changed.status'), before: word(seen.status), now: word(now.status) }]),
    ...(seen.open === now.open
      ? []
      : [
          {
            label: t('fill.open'),
            before: formatUsdt(seen.open, language),
            now: formatUsdt(now.open, language),
          },
        ]),
  ];
}
