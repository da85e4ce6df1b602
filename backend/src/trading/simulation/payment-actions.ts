import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import { type PaymentStep, partyOf } from '@matgyo/contracts/payment-steps';
import { base58 } from '@matgyo/contracts/solana-address';
import { refuse } from '@matgyo/ledger/refusal';
import { eventOf } from '@matgyo/ledger/trade/payment';
import {
  checkTransfer,
  extendWindow,
  markStep,
  pauseWindow,
  resumeWindow,
  takeBackStep,
} from '@matgyo/ledger/trade/payment-decisions';
import { executeOnTrade, type TradeChange } from '../trades/execute-on-trade.ts';
import { noteWindowEnd } from '../trades/expire-windows.ts';
import { loadTrade } from '../trades/find-trade.ts';
import type { Action } from './actions.ts';
import { commandOf, type Market } from './market.ts';
import type { Chance } from './random.ts';

export interface MatchedPair {
  readonly tradeId: TradeId;
  readonly sellOrderId: OrderId;
  readonly buyOrderId: OrderId;
}

export interface Around {
  readonly match: Action | undefined;
  readonly atMs: number;
  readonly chance: Chance;
}

const reason = 'PARTY_ASKED';
const halfAnHour = { minutes: 30, windowMinutes: 60, at: '2026-01-01T00:00:00.000Z' };
const moved = { adminId: commandOf('', 0).actorId as MemberId, reason };
/** One transaction per trade, because uniqueness is checked outside the stream. */
const signatureOf = (tradeId: TradeId): string =>
  '3'.repeat(86) + (base58[Number.parseInt(tradeId.slice(-2), 16) % base58.length] ?? '');

/**
 * Concurrently, parties mark and undo steps, admins act for them and move the window, and the system checks transfers
 * and ends windows.
 */
export function paymentActions(market: Market, pair: MatchedPair, around: Around): readonly Action[] {
  const { chance } = around;
  const parties = { sell: ownerOf(market, pair.sellOrderId), buy: ownerOf(market, pair.buyOrderId) };
  const windows = [
    () => ofWindow(pair, around, 'WindowPaused', (trade) => pauseWindow(trade, moved)),
    () => ofWindow(pair, around, 'WindowResumed', (trade) => resumeWindow(trade, moved)),
    () =>
      ofWindow(pair, around, 'WindowExtended', (trade) => extendWindow(trade, { ...moved, ...halfAnHour })),
  ];
  const first = stepAction(pair, parties, around, 'payment-sent');
  const second = stepAction(pair, parties, { ...around, match: first }, 'payment-received');
  const third = stepAction(pair, parties, { ...around, match: second }, 'tether-sent');
  const afterThird = { ...around, match: third };
  const others = [
    () => stepAction(pair, parties, afterThird, 'tether-received'),
    () => undoStepAction(pair, parties, { ...around, match: first }, 'payment-sent'),
    () => undoStepAction(pair, parties, { ...around, match: second }, 'payment-received'),
    () => undoStepAction(pair, parties, afterThird, 'tether-sent'),
    () => transferCheck(pair, afterThird),
    () => windowEnd(pair, around, chance.happens(0.5)),
    ...windows,
  ];
  return [first, second, third, ...others.filter(() => chance.happens(0.3)).map((make) => make())];
}

type Parties = Readonly<Record<Side, MemberId>>;

function stepAction({ tradeId }: MatchedPair, parties: Parties, around: Around, step: PaymentStep): Action {
  const byAdmin = around.chance.happens(0.2);
  const memberId = parties[partyOf[step]];
  const actor = { memberId: byAdmin ? (commandOf('', 0).actorId as MemberId) : memberId, admin: byAdmin };
  const name = `${step} of ${tradeId}`;
  const action = decideAs(around, { name, means: eventOf[step], tradeId }, (trade) =>
    markStep(trade, { step, actor, reason: byAdmin ? reason : undefined, signature: signatureOf(tradeId) }),
  );
  return byAdmin ? action : by(memberId, action);
}

const undoStepAction = (
  { tradeId }: MatchedPair,
  parties: Parties,
  around: Around,
  step: PaymentStep,
): Action => {
  const memberId = parties[partyOf[step]];
  return by(
    memberId,
    decideAs(around, { name: `take back ${step} of ${tradeId}`, means: 'StepTakenBack', tradeId }, (trade) =>
      takeBackStep(trade, { step, actor: { memberId, admin: false } }),
    ),
  );
};

const ofWindow = (
  { tradeId }: MatchedPair,
  around: Around,
  means: 'WindowPaused' | 'WindowResumed' | 'WindowExtended',
  decide: TradeChange['decide'],
): Action => decideAs(around, { name: `${means} of ${tradeId}`, means, tradeId }, decide);

/** The system's, which has no reply: where it has nothing to do, a refusal says that it wrote nothing. */
const ofSystem = (action: Action): Action => ({
  ...action,
  command: { ...action.command, actorRole: 'system' },
  perform: async (process, command) => {
    await action.perform(process, command);
    const { events } = await loadTrade(process.ledger.log, action.tradeId as TradeId);
    if (!events.some(({ metadata }) => metadata.commandId === command.commandId)) refuse('TRADE_NOT_MATCHED');
  },
});

const transferCheck = ({ tradeId }: MatchedPair, around: Around): Action => {
  const seen = { signature: signatureOf(tradeId), outcome: 'arrived' } as const;
  const named = { name: `check transfer of ${tradeId}`, means: 'TransferChecked', tradeId } as const;
  return ofSystem(decideAs(around, named, (trade) => checkTransfer(trade, seen)));
};

const longAfter = '2027-01-01T00:00:00.000Z';
const windowEnd = ({ tradeId }: MatchedPair, around: Around, cancelsUnpaid: boolean): Action => {
  const named = { name: `end window of ${tradeId}`, means: 'WindowExpired', tradeId } as const;
  return ofSystem(
    actionOf(around, named, (process, command) =>
      noteWindowEnd(
        process,
        { tradeId, command: { ...command, at: longAfter }, minutes: 60, cancelsUnpaid },
        longAfter,
      ),
    ),
  );
};

export const by = (memberId: MemberId, action: Action): Action => ({
  ...action,
  command: { ...action.command, actorId: memberId, actorRole: 'member' },
});

type AboutTrade = Pick<Action, 'name' | 'means'> & { readonly tradeId: TradeId };

export const actionOf = (
  { match, atMs, chance }: Around,
  about: AboutTrade,
  perform: Action['perform'],
): Action => ({
  ...about,
  command: commandOf(about.name, atMs),
  follows: chance.happens(0.8) ? match : undefined,
  clients: chance.happens(0.3) ? 2 : 1,
  perform,
});

export const decideAs = (around: Around, about: AboutTrade, decide: TradeChange['decide']): Action =>
  actionOf(around, about, ({ ledger }, command) =>
    executeOnTrade(ledger, { tradeId: about.tradeId, command, decide }),
  );

export function ownerOf(market: Market, orderId: OrderId): MemberId {
  const owner = market.ownerOf.get(orderId);
  if (owner === undefined) throw new Error(`order ${orderId} has no owner`);
  return owner;
}
