import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Usdt } from '@matgyo/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { formatUsdt } from '../../../../format/amount.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { useSession } from '../../../../session/session.ts';
import type { Change } from '../../../../ui/changed-band.tsx';
import { useStatusWord } from '../../../../ui/status.tsx';
import { orderTrailQuery } from '../../trail/order-trail.ts';
import { factsOf, type OrderFacts } from './acts.ts';

export interface OrderNow {
  readonly facts: OrderFacts;
  /** It is not what was seen any more. */
  readonly moved: boolean;
  /** Who moved it, once that is known. */
  readonly by: string | undefined;
  /** It moved, and not by what the person at this screen did. */
  readonly news: boolean;
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
  const me = useSession()?.nickname;
  const { data: trail, isPending } = useQuery({ ...orderTrailQuery(id), enabled: suspect });
  const last = suspect ? trail?.entries.at(-1) : undefined;
  if (last !== undefined) known.push({ ...last.state, revision: last.revision });
  const facts = known.reduce((newest, each) => (each.revision > newest.revision ? each : newest), seen);
  const moved = facts.revision !== seen.revision;
  const since = trail?.entries.filter(({ revision }) => revision > seen.revision) ?? [];
  const followed = last !== undefined && last.revision >= facts.revision;
  return {
    facts,
    moved,
    // Who did it is waited for, since one's own act is no news; it is shown all the same when that cannot be known.
    news: moved && !isPending && !(followed && since.every(({ actorNickname }) => actorNickname === me)),
    by: moved && last?.revision === facts.revision ? (last.actorNickname ?? undefined) : undefined,
  };
}

/** What differs between an order as it was seen and as it stands. */
export function useChanges(): (seen: OrderFacts, now: OrderFacts) => readonly Change[] {
  const { t, language } = useTexts();
  const word = useStatusWord();
  const changeOf = (label: string, before: Usdt, now: Usdt): Change => ({
    label,
    before: formatUsdt(before, language),
    now: formatUsdt(now, language),
  });
  return (seen, now) => [
    ...(seen.status === now.status
      ? []
      : [{ label: t('changed.status'), before: word(seen.status), now: word(now.status) }]),
    ...(seen.open === now.open ? [] : [changeOf(t('fill.open'), seen.open, now.open)]),
    ...(
      [
        [t('fill.reserved'), seen.reserved, now.reserved],
        [t('fill.settled'), seen.settled, now.settled],
      ] as const
    ).flatMap(([label, before, after]) =>
      before === undefined || after === undefined || before === after ? [] : [changeOf(label, before, after)],
    ),
  ];
}
