import type { CaseFile } from '@matgyo/contracts/case-file';
import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { Usdt } from '@matgyo/contracts/money';
import { reversedParts } from '@matgyo/ledger/order/reversed-parts';
import { shownStatus } from '@matgyo/ledger/order/status';
import { shownQuantities } from '../../../../../ui/fill-bar.tsx';

const textOf = (fields: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

export const nicknamesIn = ({ people }: CaseFile): ReadonlyMap<string, string> =>
  new Map(people.map(({ memberId, nickname }) => [memberId, nickname]));

export type CaseEvent = ReturnType<typeof caseEvents>[number];

/** All events of a case file, in log order, with the order after each. */
export function caseEvents(file: CaseFile) {
  const nicknames = nicknamesIn(file);
  const byId = new Map(
    file.streams.flatMap(({ stream, events }) =>
      events.map((event) => [event.id, { stream, event }] as const),
    ),
  );
  const { side } = file.order;
  const reversals: { readonly amount: Usdt; readonly fee: Usdt }[] = [];
  return file.trail.flatMap((state) => {
    const found = byId.get(state.eventId);
    if (found === undefined) return [];
    const { stream, event } = found;
    const { data, metadata } = event;
    const figures = {
      amount: (textOf(data, 'amount') ?? textOf(data, 'withdrawn') ?? null) as Usdt | null,
      released: (textOf(data, 'released') ?? null) as Usdt | null,
      fee: (textOf(data, 'fee') ?? null) as Usdt | null,
    };
    const { amount, fee } = figures;
    if (event.type === 'TradeReversed' && amount !== null && fee !== null) reversals.push({ amount, fee });
    return {
      event,
      stream,
      state: shownQuantities({
        ...state,
        ...reversedParts({ ...state, side }, reversals),
        status: shownStatus(side, state),
      }),
      actor: { nickname: nicknames.get(metadata.actorId), role: metadata['actorRole'] as ActorRole },
      commandId: textOf(metadata, 'commandId'),
      reason: textOf(data, 'reason'),
      ...figures,
      tradeId: textOf(data, 'tradeId'),
    };
  });
}

export type CaseTrade = ReturnType<typeof caseTrades>[number];

export function caseTrades(file: CaseFile) {
  const nicknames = nicknamesIn(file);
  const trades = file.streams.filter(({ stream }) => stream.startsWith('trade-'));
  return trades.flatMap(({ events }) => {
    const proposed = events[0]?.data as Readonly<Record<string, string>> | undefined;
    if (proposed === undefined) return [];
    const completing = events.find(({ type }) => type === 'TradeCompleting')?.data ?? {};
    const [amount, krw] = [textOf(completing, 'amount'), textOf(completing, 'krw')];
    const has = (type: string) => events.some((event) => event.type === type);
    const other = proposed[file.order.side === 'sell' ? 'buyerId' : 'sellerId'] ?? '';
    return {
      tradeId: proposed['tradeId'] ?? '',
      proposed,
      lastType: events.at(-1)?.type ?? '',
      /** Completed, and not reversed since. */
      counts: has('TradeCompleted') && !has('TradeReversed'),
      /** What a ruling completes, if less than proposed. */
      part: amount == null || krw == null ? undefined : { amount, krw },
      /** The member who does not own the order. */
      counterpart: nicknames.get(other),
    };
  });
}
