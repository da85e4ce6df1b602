import type { DataOf } from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Side, TradeId } from '@matgyo/contracts/ids';
import { sha256Hex } from '#sha256';
import { CaseAccount } from './cases.ts';
import { type Actor, isParty, sideOf } from './parties.ts';
import { PaymentAccount } from './payments.ts';
import { must } from './rule-broken.ts';
import { krwDue, unitsOf } from './units.ts';

export type Move = Exclude<
  TradeEvent,
  { type: 'TradeProposed' | 'TradeReversed' | 'CaseAppealed' | 'AppealRuled' }
>;

export type TradeTerms = Omit<DataOf<'TradeProposed'>, 'consent'>;

export type TradePhase =
  | 'proposed'
  | 'offered'
  | 'matched'
  | 'rejecting'
  | 'rejected'
  | 'completing'
  | 'completed'
  | 'reversed'
  | 'cancelling'
  | 'cancelled';

interface TradeAccount {
  /** Of the event that proposed it. */
  readonly eventId: string;
  readonly terms: TradeTerms;
  /** What a ruling completes, if less than proposed. */
  part?: Pick<TradeTerms, 'amount' | 'krw'>;
  phase: TradePhase;
  readonly reserved: Set<Side>;
  readonly settled: Set<Side>;
  readonly payment: PaymentAccount;
  readonly cases: CaseAccount;
  /** Whose consent is still wanting; empty from the start where none was needed. */
  readonly consentOf: Set<Side>;
  /** How long the offer is open; once offered, its end. In milliseconds. */
  readonly offerMs: number;
  offerEnd: number;
  /** As the sell order's settlement took it. */
  settledFee: string | undefined;
  /** As it was frozen when completion was decided. */
  creditedCode: string | null | undefined;
}

/** A trade that the process has to drive on. */
export interface TradeUnderWay {
  readonly tradeId: TradeId;
  readonly phase: TradePhase;
  /** Of the event that proposed it. */
  readonly eventId: string;
}

/** Every rule the events of a log may name; a new one is added, none is taken away. */
const knownFeeRules: ReadonlySet<string> = new Set(['cumulative-v1']);

/** Which event may follow in which state of a trade, and the state after it. */
const transitions: Readonly<
  Record<Move['type'], readonly [from: TradePhase | readonly TradePhase[], to: TradePhase]>
> = {
  TradeOffered: ['proposed', 'offered'],
  ConsentGiven: ['offered', 'offered'],
  TradeMatched: [['proposed', 'offered'], 'matched'],
  PaymentSent: ['matched', 'matched'],
  PaymentReceived: ['matched', 'matched'],
  TetherSent: ['matched', 'matched'],
  TransferChecked: ['matched', 'matched'],
  TetherReceived: ['matched', 'matched'],
  StepTakenBack: ['matched', 'matched'],
  WindowPaused: ['matched', 'matched'],
  WindowResumed: ['matched', 'matched'],
  WindowExtended: ['matched', 'matched'],
  WindowExpired: ['matched', 'matched'],
  CaseOpened: ['matched', 'matched'],
  CaseStatementAdded: ['matched', 'matched'],
  CaseTaken: ['matched', 'matched'],
  CaseReleased: ['matched', 'matched'],
  CaseWithdrawn: ['matched', 'matched'],
  CaseRuled: ['matched', 'matched'],
  TradeRejecting: [['proposed', 'offered'], 'rejecting'],
  TradeRejected: ['rejecting', 'rejected'],
  TradeCompleting: ['matched', 'completing'],
  TradeCompleted: ['completing', 'completed'],
  TradeCancelling: ['matched', 'cancelling'],
  TradeCancelled: ['cancelling', 'cancelled'],
};

const ends: ReadonlySet<TradePhase> = new Set(['rejected', 'completed', 'cancelled']);

export interface TradeAccountsOptions {
  /** Whether the order of steps is checked too: when a trade may release a reservation, not only that it does. */
  readonly judgesSteps: boolean;
}

/** Trades as derived from their own events and those of their orders. Every method throws `RuleBroken`. */
export class TradeAccounts {
  readonly #judgesSteps: boolean;
  /** Unfinished trades. */
  readonly #trades = new Map<string, TradeAccount>();
  /** The final phase of the others. Only a reversal of a completed trade may follow. */
  readonly #ended = new Map<string, TradePhase>();
  /** Of completed trades that were not reversed: a digest of their figures. */
  readonly #figures = new Map<string, string>();
  /** The trade for which the sell order of a pair holds a reservation: that order keeps it to one at a time. */
  readonly #live = new Map<string, string>();
  /** The trade in which each transaction on Solana is named. */
  readonly #transactions = new Map<string, string>();
  #fees = 0n;

  constructor({ judgesSteps }: TradeAccountsOptions) {
    this.#judgesSteps = judgesSteps;
  }

  phaseOf = (tradeId: string): TradePhase | undefined =>
    this.#trades.get(tradeId)?.phase ?? this.#ended.get(tradeId);

  liveOf = (pair: Pick<TradeTerms, 'sellOrderId' | 'buyOrderId'>): string | undefined =>
    this.#live.get(pairOf(pair));

  /** Of all completed trades, in units. */
  get fees(): bigint {
    return this.#fees;
  }

  propose(eventId: string, { consent, ...terms }: DataOf<'TradeProposed'>): void {
    const { tradeId, amount, price, krw, sellerId, buyerId } = terms;
    must('trades', this.phaseOf(tradeId) === undefined, `trade ${tradeId} is proposed twice`);
    must('trades', sellerId !== buyerId, 'the seller and the buyer are one member');
    must(
      'sums',
      krwDue(unitsOf(amount), unitsOf(price)) === unitsOf(krw),
      'the won are not amount times price',
    );
    must('sums', knownFeeRules.has(terms.feeRule), 'the fee rule is none that was ever in force');
    this.#trades.set(tradeId, {
      eventId,
      terms,
      phase: 'proposed',
      reserved: new Set<Side>(),
      settled: new Set<Side>(),
      settledFee: undefined,
      creditedCode: undefined,
      payment: new PaymentAccount(terms, this.#transactions),
      cases: new CaseAccount(terms),
      consentOf: new Set(consent?.of),
      offerMs: (consent?.minutes ?? 0) * 60_000,
      offerEnd: 0,
    });
  }

  move(event: Move, actor: Actor): void {
    const { tradeId } = event.data;
    const trade = this.#trade(tradeId);
    const [from, to] = transitions[event.type];
    must(
      'trades',
      [from].flat().includes(trade.phase),
      `trade ${tradeId} is ${trade.phase}, and ${event.type} comes`,
    );
    trade.cases.move(event, actor);
    if (trade.phase === 'offered' && event.type === 'TradeRejecting')
      checkOfferEnd(trade, event.data.reason, actor);
    trade.phase = to;
    if (ends.has(to)) this.#end(tradeId, to);
    const { reserved, settled, consentOf } = trade;
    switch (event.type) {
      case 'TradeOffered':
        must('trades', reserved.size === 2, `trade ${tradeId} is offered without both reservations`);
        must('trades', consentOf.size > 0, `trade ${tradeId} is offered, but needs no consent`);
        trade.offerEnd = Date.parse(actor.at) + trade.offerMs;
        return;
      case 'ConsentGiven': {
        const { side } = event.data;
        const isOwn = sideOf(trade.terms, actor) === side;
        must('members', isOwn, 'a consent was given by another than the party');
        must('trades', consentOf.delete(side), 'a consent was given that is not wanting');
        must('trades', Date.parse(actor.at) < trade.offerEnd, answeredLate);
        return;
      }
      case 'TradeMatched':
        must('trades', reserved.size === 2, `trade ${tradeId} is matched without both reservations`);
        must('trades', consentOf.size === 0, `trade ${tradeId} is matched without a consent it needs`);
        trade.payment.begin(actor);
        return;
      case 'TradeRejected':
      case 'TradeCancelled':
        must('trades', reserved.size === 0, `trade ${tradeId} is ${to} while an order holds its reservation`);
        must('sums', settled.size === 0, `trade ${tradeId} is ${to}, but an order settled it`);
        return;
      case 'TradeCompleting':
        trade.creditedCode = event.data.sellerReferralCode;
        if (event.data.amount !== undefined) reduce(trade, event.data.amount, event.data.krw);
        return;
      case 'TradeCompleted':
        this.#complete(trade, event.data);
        return;
      case 'TradeCancelling':
        must('members', actor.actorRole !== 'system' || isUnpaid(trade, event.data.reason), unpaidAlone);
        return;
      case 'CaseOpened':
        trade.payment.stop(actor);
        return;
      case 'CaseWithdrawn':
        trade.payment.resume(actor);
        return;
      case 'TradeRejecting':
      case 'CaseStatementAdded':
      case 'CaseTaken':
      case 'CaseReleased':
      case 'CaseRuled':
        return;
      default:
        trade.payment.move(event, actor);
        // Only an admin who acts for a party, or on the window, gives a reason.
        if ('reason' in event.data && event.data.reason !== undefined)
          must('members', !isParty(trade.terms, actor), `${event.type} was caused by a party as an admin`);
    }
  }

  /** A completed trade is taken back once, as it was completed, by another than its parties. */
  reverse(
    { reason: _reason, grounds: _grounds, approval: _approval, ...figures }: DataOf<'TradeReversed'>,
    actor: Actor,
  ): void {
    const { tradeId } = figures;
    const phase = this.phaseOf(tradeId);
    must('trades', phase === 'completed', `trade ${tradeId} is ${phase}, and is reversed`);
    const isSameAs = this.#figures.get(tradeId);
    must(
      'sums',
      isSameAs === digestOf(figures),
      `trade ${tradeId} is reversed in other figures than completed`,
    );
    must('members', !isParty(figures, actor), 'a party reverses its own trade');
    this.#figures.delete(tradeId);
    this.#ended.set(tradeId, 'reversed');
  }

  reserve(side: Side, { tradeId, orderId, counterOrderId, amount }: DataOf<'FillReserved'>): void {
    const { terms, reserved, phase } = this.#trade(tradeId);
    const { sellOrderId, buyOrderId } = terms;
    const [own, other] = side === 'sell' ? [sellOrderId, buyOrderId] : [buyOrderId, sellOrderId];
    must('trades', own === orderId && other === counterOrderId, 'the order is not one of the trade');
    const may = (phase === 'proposed' || phase === 'rejecting') && !reserved.has(side);
    must('trades', may, `trade ${tradeId} reserves while it is ${phase}`);
    must('sums', isSame(amount, terms.amount), 'another amount is reserved than the trade is about');
    reserved.add(side);
    if (side === 'buy') return;
    const live = this.liveOf(terms);
    must('trades', live === undefined, `the two orders have a live trade already, ${live}`);
    this.#live.set(pairOf(terms), tradeId);
  }

  /** The mark that a trade must never reserve. */
  refuse(tradeId: string): void {
    if (!this.#judgesSteps) return;
    const { phase } = this.#trade(tradeId);
    must('trades', phase === 'rejecting', `trade ${tradeId} is refused while it is ${phase}`);
  }

  release(side: Side, { tradeId, amount }: DataOf<'FillReleased'>): void {
    const { terms, reserved, phase } = this.#trade(tradeId);
    const may = phase === 'rejecting' || phase === 'cancelling' || !this.#judgesSteps;
    must('trades', may, `trade ${tradeId} releases while it is ${phase}`);
    must('trades', reserved.delete(side), `trade ${tradeId} releases what it has not reserved`);
    if (side === 'sell') this.#live.delete(pairOf(terms));
    must('sums', isSame(amount, terms.amount), 'another amount is released than was reserved');
  }

  settle(side: Side, { tradeId, amount, released, fee }: DataOf<'FillSettled'>): void {
    const trade = this.#trade(tradeId);
    const { terms, phase } = trade;
    must('trades', phase === 'completing', `trade ${tradeId} settles while it is ${phase}`);
    must('trades', trade.reserved.delete(side), `trade ${tradeId} settles what it has not reserved`);
    if (side === 'sell') this.#live.delete(pairOf(terms));
    const due = trade.part?.amount ?? terms.amount;
    must('sums', isSame(amount, due), 'another amount is settled than was reserved');
    const rest = unitsOf(released ?? '0');
    must('sums', unitsOf(amount) + rest === unitsOf(terms.amount), 'a settlement releases another rest');
    must('sums', released === undefined || rest > 0n, 'a settlement releases nothing');
    trade.settled.add(side);
    if (side === 'sell') trade.settledFee = fee;
  }

  termsOf = (tradeId: string): TradeTerms => this.#trade(tradeId).terms;

  rateOf = (tradeId: string): TradeTerms['feeRate'] => this.#trade(tradeId).terms.feeRate;

  *underWay(): Iterable<TradeUnderWay> {
    for (const { terms, phase, eventId } of this.#trades.values())
      if (phase !== 'matched' && phase !== 'offered') yield { tradeId: terms.tradeId, phase, eventId };
  }

  /** What was completed is what was proposed, and what both orders settled. */
  #complete(
    { terms, part, settled, settledFee, creditedCode }: TradeAccount,
    data: DataOf<'TradeCompleted'>,
  ): void {
    const { tradeId, fee, sellerReferralCode, ...repeated } = data;
    this.#fees += unitsOf(fee);
    must('sums', settled.size === 2, `trade ${tradeId} is completed, but not settled on both orders`);
    must('sums', fee === settledFee, 'the fee of the trade is not the one its sell order took');
    const isCredited = sellerReferralCode === creditedCode;
    must('members', isCredited, 'the trade is credited to another code than its completion was decided with');
    const due = { ...terms, ...part };
    const names = Object.keys(repeated) as (keyof typeof repeated)[];
    must(
      'sums',
      names.every((name) => repeated[name] === due[name]),
      'what was completed is not what was proposed',
    );
    this.#figures.set(tradeId, digestOf(data));
  }

  #end(tradeId: string, phase: TradePhase): void {
    this.#trades.delete(tradeId);
    this.#ended.set(tradeId, phase);
  }

  #trade(tradeId: string): TradeAccount {
    const ended = this.#ended.get(tradeId);
    must('trades', ended === undefined, `trade ${tradeId} is ${ended}, and something comes to it`);
    const trade = this.#trades.get(tradeId);
    must('trades', trade !== undefined, `trade ${tradeId} was never proposed`);
    return trade;
  }
}

/** A ruling completes a part, at the same price. */
function reduce(trade: TradeAccount, amount: string, krw: string | undefined): void {
  const units = unitsOf(amount);
  must('sums', units > 0n && units < unitsOf(trade.terms.amount), 'a part is completed that is none');
  must('sums', trade.cases.ruledPart === amount, 'another part is completed than was ruled');
  const due = krwDue(units, unitsOf(trade.terms.price));
  must('sums', krw !== undefined && unitsOf(krw) === due, 'the won of a part are not amount times price');
  trade.part = { amount, krw } as Pick<TradeTerms, 'amount' | 'krw'>;
}

const unpaidAlone = 'a trade is cancelled by the clock, although won were sent or there is time left';
const isUnpaid = ({ payment }: TradeAccount, reason: string): boolean =>
  reason === 'PAYMENT_OVERDUE' && payment.isUnpaidInTime;

const answeredLate = 'an offer is answered after its end';

/** An offer is declined by a member whose consent it needs, expires, or is taken back by an admin who is no party. */
function checkOfferEnd({ terms, consentOf, offerEnd }: TradeAccount, reason: string, actor: Actor): void {
  const { actorRole, at } = actor;
  const isOver = Date.parse(at) >= offerEnd;
  must('trades', reason !== 'CONSENT_EXPIRED' || isOver, 'an offer expires before its end');
  must('trades', reason !== 'CONSENT_DECLINED' || !isOver, answeredLate);
  const side = sideOf(terms, actor);
  const may =
    reason === 'CONSENT_DECLINED'
      ? side !== undefined && consentOf.has(side)
      : reason === 'CONSENT_EXPIRED'
        ? actorRole === 'system'
        : actorRole === 'admin' && side === undefined;
  must('members', may, 'an offer was ended by another than may end it');
}

/** In the order of their names. */
const digestOf = (figures: DataOf<'TradeCompleted'>): string =>
  sha256Hex(JSON.stringify(Object.entries(figures).sort(([one], [other]) => (one < other ? -1 : 1))));

const isSame = (one: string, other: string): boolean => unitsOf(one) === unitsOf(other);

const pairOf = ({ sellOrderId, buyOrderId }: Pick<TradeTerms, 'sellOrderId' | 'buyOrderId'>): string =>
  `${sellOrderId}-${buyOrderId}`;
