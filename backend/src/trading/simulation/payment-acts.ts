import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import { type PaymentStep, partyOf } from '@matgyo/contracts/payment-steps';
import { eventOf } from '@matgyo/ledger/trade/payment';
import {
  extendWindow,
  markStep,
  pauseWindow,
  resumeWindow,
  takeBackStep,
} from '@matgyo/ledger/trade/payment-decisions';
import { changePayment, type PaymentChange } from '../trades/change-payment.ts';
import type { Act } from './acts.ts';
import { commandOf, type Market } from './market.ts';
import type { Chance } from './random.ts';

export interface MatchedPair {
  readonly tradeId: TradeId;
  readonly sellOrderId: OrderId;
  readonly buyOrderId: OrderId;
}

export interface Around {
  /** The act that makes the match. */
  readonly match: Act | undefined;
  readonly atMs: number;
  readonly chance: Chance;
}

const reason = 'PARTY_ASKED';
const moved = { adminId: commandOf('', 0).actorId, reason };
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Each trade has a transaction of its own: that none is named twice is seen to outside its stream. */
const signatureOf = (tradeId: TradeId): string =>
  '3'.repeat(86) + (base58[Number.parseInt(tradeId.slice(-2), 16) % base58.length] ?? '');

/** The parties of a match mark steps and take them back, and admins act for them and move the window, all at once. */
export function paymentActs(market: Market, pair: MatchedPair, around: Around): readonly Act[] {
  const { chance } = around;
  const parties = { sell: ownerOf(market, pair.sellOrderId), buy: ownerOf(market, pair.buyOrderId) };
  const windows = [
    () => ofWindow(pair, around, 'WindowPaused', (trade) => pauseWindow(trade, moved)),
    () => ofWindow(pair, around, 'WindowResumed', (trade) => resumeWindow(trade, moved)),
    () => ofWindow(pair, around, 'WindowExtended', (trade) => extendWindow(trade, { ...moved, minutes: 30 })),
  ];
  const first = stepAct(pair, parties, around, 'payment-sent');
  const second = stepAct(pair, parties, { ...around, match: first }, 'payment-received');
  const others = [
    () => stepAct(pair, parties, { ...around, match: second }, 'tether-sent'),
    () => takenBackAct(pair, parties, { ...around, match: first }, 'payment-sent'),
    () => takenBackAct(pair, parties, { ...around, match: second }, 'payment-received'),
    ...windows,
  ];
  return [first, second, ...others.filter(() => chance.happens(0.3)).map((make) => make())];
}

type Parties = Readonly<Record<Side, MemberId>>;

function stepAct({ tradeId }: MatchedPair, parties: Parties, around: Around, step: PaymentStep): Act {
  const byAdmin = around.chance.happens(0.2);
  const memberId = parties[partyOf[step]];
  const actor = { memberId: byAdmin ? (commandOf('', 0).actorId as MemberId) : memberId, isAdmin: byAdmin };
  const name = `${step} of ${tradeId}`;
  const act = actBy(around, { name, means: eventOf[step], tradeId }, (trade) =>
    markStep(trade, { step, actor, reason: byAdmin ? reason : undefined, signature: signatureOf(tradeId) }),
  );
  return byAdmin ? act : by(memberId, act);
}

const takenBackAct = (
  { tradeId }: MatchedPair,
  parties: Parties,
  around: Around,
  step: 'payment-sent' | 'payment-received',
): Act => {
  const memberId = parties[partyOf[step]];
  return by(
    memberId,
    actBy(around, { name: `take back ${step} of ${tradeId}`, means: 'StepTakenBack', tradeId }, (trade) =>
      takeBackStep(trade, { step, actor: { memberId, isAdmin: false } }),
    ),
  );
};

const ofWindow = (
  { tradeId }: MatchedPair,
  around: Around,
  means: 'WindowPaused' | 'WindowResumed' | 'WindowExtended',
  decide: PaymentChange['decide'],
): Act => actBy(around, { name: `${means} of ${tradeId}`, means, tradeId }, decide);

export const by = (memberId: MemberId, act: Act): Act => ({
  ...act,
  command: { ...act.command, actorId: memberId, actorRole: 'member' },
});

export const actBy = (
  { match, atMs, chance }: Around,
  { name, means, tradeId }: Pick<Act, 'name' | 'means'> & { readonly tradeId: TradeId },
  decide: PaymentChange['decide'],
): Act => ({
  name,
  means,
  command: commandOf(name, atMs),
  follows: chance.happens(0.8) ? match : undefined,
  clients: chance.happens(0.3) ? 2 : 1,
  perform: ({ ledger }, command) => changePayment(ledger, { tradeId, command, decide }),
});

export function ownerOf(market: Market, orderId: OrderId): MemberId {
  const owner = market.ownerOf.get(orderId);
  if (owner === undefined) throw new Error(`order ${orderId} has no owner`);
  return owner;
}
