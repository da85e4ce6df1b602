import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Usdt } from '@matgyo/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { orderTrailQuery } from '../../../../api/order-trail.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { useSession } from '../../../../session/session.ts';
import type { Change } from '../../../../ui/changed-band.tsx';
import { type SeenOrder, seenOrder } from './actions.ts';

export type OrderNow = ReturnType<typeof useOrderNow>;

/**
 * The newest known state of an order that was seen as `seen`: from its queue, its trail if it is in no queue, or
 * `refused`, the state in a refusal.
 */
export function useOrderNow(
  id: string,
  seen: SeenOrder,
  listed: AdminOrderView | undefined,
  refused?: SeenOrder,
) {
  const known = [
    ...(listed === undefined ? [] : [seenOrder(listed)]),
    ...(refused === undefined ? [] : [refused]),
  ];
  const mayDiffer = listed === undefined || known.some(({ revision }) => revision !== seen.revision);
  const me = useSession()?.nickname;
  const { data: trail, isPending } = useQuery({ ...orderTrailQuery(id), enabled: mayDiffer });
  const last = mayDiffer ? trail?.entries.at(-1) : undefined;
  if (last !== undefined) known.push({ ...last.state, revision: last.revision });
  const order = known.reduce((newest, each) => (each.revision > newest.revision ? each : newest), seen);
  const moved = order.revision !== seen.revision;
  const changesSince = trail?.entries.filter(({ revision }) => revision > seen.revision) ?? [];
  const followed = last !== undefined && last.revision >= order.revision;
  return {
    order,
    /** Its revision differs from the one seen. */
    moved,
    /**
     * Someone else than this user changed it. Waits for the actor's name; if it cannot be loaded, the change is shown.
     */
    news:
      moved && !isPending && !(followed && changesSince.every(({ actorNickname }) => actorNickname === me)),
    /** Who changed it, once known. */
    by: moved && last?.revision === order.revision ? (last.actorNickname ?? undefined) : undefined,
  };
}

export function useAmountChange() {
  const { formatUsdt } = useTexts();
  return (label: string, before: Usdt | undefined, now: Usdt | undefined): readonly Change[] =>
    before === undefined || now === undefined || before === now
      ? []
      : [{ label, before: formatUsdt(before), now: `${formatUsdt(now)} USDT` }];
}

export function useChanges(): (seen: SeenOrder, now: SeenOrder) => readonly Change[] {
  const { t } = useTexts();
  const changeOf = useAmountChange();
  return (seen, now) => [
    ...(seen.status === now.status
      ? []
      : [{ label: t('label.status'), before: t(`status.${seen.status}`), now: t(`status.${now.status}`) }]),
    ...changeOf(t('fill.open'), seen.open, now.open),
    ...changeOf(t('status.tradeLive'), seen.reserved, now.reserved),
    ...changeOf(t('fill.settled'), seen.settled, now.settled),
  ];
}
