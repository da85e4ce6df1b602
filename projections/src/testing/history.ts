import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { AppealOutcome } from '@matgyo/contracts/cases';
import type { ApprovalMark, RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { Role } from '@matgyo/contracts/events/member-events';
import type { ActorRole } from '@matgyo/contracts/events/metadata';
import {
  type ApprovalId,
  type CaseId,
  ledgerIdFrom,
  type MemberId,
  type OrderId,
  type Side,
  sides,
  type TradeId,
} from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import {
  addUsdt,
  type Krw,
  krwFor,
  minUsdt,
  type Price,
  type Rate,
  subtractUsdt,
  type Usdt,
  usdtFor,
  zeroUsdt,
} from '@matgyo/contracts/money';
import { partyOf, paymentSteps } from '@matgyo/contracts/payment-steps';
import {
  approvalStream,
  levelsStream,
  memberStream,
  orderStream,
  priceStream,
  tradeStream,
} from '@matgyo/contracts/streams';
import type { EventLog, ExpectedHead, NewEvent } from '@matgyo/event-store/event-log';
import { feeOnSettlement, feeRuleId, type SettledFill } from '@matgyo/ledger/fees';
import { eventOf } from '@matgyo/ledger/trade/payment';
import type { Settlement } from '@matgyo/ledger/trade/reversal';

export interface Append {
  readonly stream: string;
  readonly events: readonly NewEvent[];
}

interface Order {
  readonly id: OrderId;
  readonly side: Side;
  readonly memberId: MemberId;
  readonly price: Price;
  phase: 'pending' | 'open' | 'closed';
  open: Usdt;
  reserved: Usdt;
  readonly settled: SettledFill[];
  fees: Usdt;
}

export interface Trade {
  readonly id: TradeId;
  readonly sell: Order;
  readonly buy: Order;
  readonly amount: Usdt;
  state: 'under way' | 'offered' | 'matched' | 'finished';
  /** Number of marked payment steps. */
  marks: number;
  /** The settlement of its completion, until it is reversed. */
  completed?: Settlement;
  /** The open case, and whether an admin has taken it. */
  openCase?: { readonly id: CaseId; taken: boolean };
  /** The case by whose ruling it ends, until an appeal against it is decided. */
  ruled?: { readonly caseId: CaseId; readonly at: string; appealed: boolean };
}

const feeRate = '0.01' as Rate;

function ofCase({ id: tradeId, openCase }: Trade) {
  if (openCase === undefined) throw new Error('no case is open');
  return { tradeId, caseId: openCase.id };
}

const adminId = 'a'.repeat(24);

/**
 * Writes histories as the ledger would: every event is a valid successor of those before it. Ids count up, and the
 * clock advances one second per action by default, so the same actions give the same bytes.
 */
export class History {
  readonly appends: Append[] = [];
  readonly orders: Order[] = [];
  readonly trades: Trade[] = [];
  readonly members: MemberId[] = [];
  readonly #referralCodes = new Map<MemberId, string | null>();
  readonly #prices: Price[] = [];
  #count = 0;
  #nowMs: number;

  constructor(start = '2026-01-31T14:00:00.000Z') {
    this.#nowMs = Date.parse(start);
  }

  /** Sets the writers' clock, forwards or back. */
  at(time: string): this {
    this.#nowMs = Date.parse(time);
    return this;
  }

  get now(): string {
    return new Date(this.#nowMs).toISOString();
  }

  get lastEventId(): string {
    return this.appends.at(-1)?.events.at(-1)?.id ?? '';
  }

  price(price: string): void {
    this.#prices.push(price as Price);
    this.#append(priceStream, 'admin', [{ type: 'PriceSet', data: { price: price as Price } }]);
  }

  levels(...levels: readonly Level[]): void {
    const data = { levels: levels.map((level) => ({ ...level })) };
    this.#append(levelsStream, 'system', [{ type: 'LevelsSet', data }]);
  }

  /** Levels without limits, and how much worse than its own price an order may be matched. */
  tolerance(matchTolerance: string): void {
    const limits = {
      fourEyesKrw: '10000000' as Krw,
      fourEyesPercent: '5',
      matchTolerance: matchTolerance as Rate,
    };
    const data = { levels: [{ trades: 0, openKrw: null }], limits };
    this.#append(levelsStream, 'system', [{ type: 'LevelsSet', data }]);
  }

  /** The admin who performs all staff actions, created as an installation does at its first start. */
  firstAdmin(): this {
    const memberId = adminId as MemberId;
    this.#append(memberStream(memberId), 'system', [
      { type: 'MemberRegistered', data: { memberId, referralCode: null, inviteCode: 'ADMIN' } },
      { type: 'MemberActivated', data: { memberId } },
      { type: 'RoleGranted', data: { memberId, role: 'admin' } },
    ]);
    return this;
  }

  member({
    referralCode = null,
    active = true,
  }: {
    referralCode?: string | null;
    active?: boolean;
  } = {}): MemberId {
    const memberId = this.#id() as MemberId;
    const inviteCode = `INV${memberId.slice(-6)}`;
    this.members.push(memberId);
    this.#referralCodes.set(memberId, referralCode);
    this.#append(memberStream(memberId), 'member', [
      { type: 'MemberRegistered', data: { memberId, referralCode, inviteCode } },
    ]);
    if (active) this.setActive(memberId, true);
    return memberId;
  }

  setActive(memberId: MemberId, active: boolean): void {
    const type = active ? 'MemberActivated' : 'MemberDeactivated';
    this.#append(memberStream(memberId), 'admin', [{ type, data: { memberId } }]);
  }

  setRole(memberId: MemberId, role: Role, granted: boolean): void {
    const type = granted ? 'RoleGranted' : 'RoleRevoked';
    this.#append(memberStream(memberId), 'admin', [{ type, data: { memberId, role } }]);
  }

  changeReferralCode(memberId: MemberId, referralCode: string): void {
    this.#referralCodes.set(memberId, referralCode);
    this.#append(memberStream(memberId), 'admin', [
      { type: 'ReferralCodeChanged', data: { memberId, referralCode } },
    ]);
  }

  place(side: Side, memberId: MemberId, krw: string): Order {
    const price = this.#prices.at(-1);
    if (price === undefined) throw new Error('no price yet');
    const amount = usdtFor(krw as Krw, price);
    const id = this.#id() as OrderId;
    const order: Order = {
      id,
      side,
      memberId,
      price,
      phase: 'pending',
      open: amount,
      reserved: zeroUsdt,
      settled: [],
      fees: zeroUsdt,
    };
    this.orders.push(order);
    const priceRevision = this.#prices.length - 1;
    const data = { orderId: id, side, memberId, amount, krwAmount: krw as Krw, price, priceRevision };
    this.#append(orderStream(id), 'member', [{ type: 'OrderPlaced', data }]);
    return order;
  }

  /** Places and approves an order. */
  openOrder(side: Side, memberId: MemberId, krw: string): Order {
    const order = this.place(side, memberId, krw);
    this.approve(order);
    return order;
  }

  approve(order: Order): void {
    order.phase = 'open';
    this.#append(orderStream(order.id), 'admin', [{ type: 'OrderApproved', data: { orderId: order.id } }]);
  }

  reject(order: Order): void {
    order.phase = 'closed';
    const data = { orderId: order.id, reason: 'NOT_ACCEPTED' };
    this.#append(orderStream(order.id), 'admin', [{ type: 'OrderRejected', data }]);
  }

  cancelOrder(order: Order): void {
    const by = order.phase === 'pending' ? 'owner' : 'admin';
    const data = { orderId: order.id, by, withdrawn: order.open, reason: 'CHANGED_MIND' } as const;
    order.phase = 'closed';
    order.open = zeroUsdt;
    this.#append(orderStream(order.id), by === 'owner' ? 'member' : 'admin', [
      { type: 'OrderCancelled', data },
    ]);
  }

  match(sell: Order, buy: Order, amount?: string): Trade {
    return toEnd(this.matchSteps(sell, buy, amount));
  }

  /** One append per step, so that processes can be interleaved. */
  *matchSteps(
    sell: Order,
    buy: Order,
    wanted?: string,
    outcome: 'matched' | 'rejected' | 'offered' = 'matched',
  ): Generator<void, Trade> {
    const amount = (wanted as Usdt | undefined) ?? minUsdt(sell.open, buy.open);
    const trade: Trade = { id: this.#id() as TradeId, sell, buy, amount, state: 'under way', marks: 0 };
    this.trades.push(trade);
    // Amounts reserved for this trade are not available to others.
    for (const order of [sell, buy]) order.open = subtractUsdt(order.open, amount);
    for (const order of [sell, buy]) order.reserved = addUsdt(order.reserved, amount);
    const consent = outcome === 'offered' ? { consent: { of: [...sides], minutes: 30 } } : {};
    this.#appendTrade(trade, { type: 'TradeProposed', data: { ...this.#terms(trade), ...consent } });
    yield;
    this.#reserve(trade, sell, buy);
    yield;
    const { id: tradeId } = trade;
    if (outcome !== 'rejected') {
      this.#reserve(trade, buy, sell);
      yield;
      this.#appendTrade(trade, {
        type: outcome === 'offered' ? 'TradeOffered' : 'TradeMatched',
        data: { tradeId },
      });
      trade.state = outcome;
      return trade;
    }
    const reason = 'RESERVE_TIMED_OUT';
    this.#appendTrade(trade, { type: 'TradeRejecting', data: { tradeId, reason } });
    yield;
    yield* this.#release(trade, [sell], reason);
    this.#giveBack(trade, buy);
    this.#append(orderStream(buy.id), 'system', [
      { type: 'FillRefused', data: { orderId: buy.id, tradeId, reason } },
    ]);
    yield;
    this.#appendTrade(trade, { type: 'TradeRejected', data: { tradeId, reason } });
    trade.state = 'finished';
    return trade;
  }

  /** Both accept, one after the other, and the trade is matched; or the second declines. */
  *answerSteps(trade: Trade, accepted: boolean): Generator<void, void> {
    const { id: tradeId, sell, buy } = trade;
    trade.state = 'under way';
    this.#appendAs(sell.memberId, trade, { type: 'ConsentGiven', data: { tradeId, side: 'sell' } });
    yield;
    if (accepted) {
      const consentGiven = { type: 'ConsentGiven', data: { tradeId, side: 'buy' } } as const;
      this.#append(
        tradeStream(tradeId),
        'member',
        [consentGiven, { type: 'TradeMatched', data: { tradeId } }],
        buy.memberId,
      );
      trade.state = 'matched';
      return;
    }
    const reason = 'CONSENT_DECLINED';
    this.#appendAs(buy.memberId, trade, { type: 'TradeRejecting', data: { tradeId, reason } });
    yield;
    yield* this.#release(trade, [sell, buy], reason);
    this.#appendTrade(trade, { type: 'TradeRejected', data: { tradeId, reason } });
    trade.state = 'finished';
  }

  complete(trade: Trade): void {
    toEnd(this.completeSteps(trade));
  }

  /** `part`: the amount that a ruling completes, if less than matched. */
  *completeSteps(trade: Trade, approval?: ApprovalMark, part?: Usdt): Generator<void, void> {
    const { id: tradeId, sell, buy } = trade;
    const amount = part ?? trade.amount;
    const rest = part && { released: subtractUsdt(trade.amount, part) };
    trade.state = 'under way';
    const sellerReferralCode = this.#referralCodes.get(sell.memberId) ?? null;
    const ruled = part && { amount: part, krw: krwFor(part, sell.price) };
    const completing = { tradeId, sellerReferralCode, ...ruled, ...(approval && { approval }) };
    this.#appendTrade(trade, { type: 'TradeCompleting', data: completing });
    yield;
    sell.settled.push({ amount, feeRate });
    const fee = feeOnSettlement(sell.settled, sell.fees);
    sell.fees = addUsdt(sell.fees, fee);
    this.#settle(
      sell,
      { type: 'FillSettled', data: { orderId: sell.id, tradeId, amount, ...rest, fee, feeRate } },
      trade.amount,
    );
    yield;
    const bought = { orderId: buy.id, tradeId, amount, ...rest };
    this.#settle(buy, { type: 'FillSettled', data: bought }, trade.amount);
    yield;
    const terms = { ...this.#terms(trade), ...ruled };
    this.#appendTrade(trade, { type: 'TradeCompleted', data: { ...terms, fee, sellerReferralCode } });
    trade.completed = { terms, fee, sellerReferralCode };
    trade.state = 'finished';
  }

  /** Reverses a completed trade, by the admin alone or as approved by `by`. */
  reverse(trade: Trade, by?: MemberId): void {
    const { completed } = trade;
    if (completed === undefined) throw new Error('only a completed trade is reversed');
    delete trade.completed;
    const { terms, fee, sellerReferralCode } = completed;
    const why = { reason: 'COMPLETED_BY_MISTAKE', grounds: 'd'.repeat(64) };
    const reversed = (approval: ApprovalMark): void => {
      const data = { ...terms, fee, sellerReferralCode, ...why, approval };
      const { ruled } = trade;
      delete trade.ruled;
      const overturned = { tradeId: trade.id, caseId: ruled?.caseId as CaseId, outcome: 'overturn' } as const;
      this.#append(tradeStream(trade.id), 'admin', [
        ...(ruled?.appealed === true ? [{ type: 'AppealRuled', data: overturned } as const] : []),
        { type: 'TradeReversed', data },
      ]);
    };
    if (by === undefined) {
      reversed(noSecondAdmin);
      return;
    }
    const { feeRate: _, feeRule: __, ...about } = terms;
    const approvalId = this.#ask({
      kind: 'reversal',
      revision: 1,
      ...about,
      fee,
      sellerReferralCode,
      ...why,
    });
    const stream = approvalStream(approvalId);
    const granted = { approvalId, askedBy: adminId as MemberId, by };
    this.#append(stream, 'admin', [{ type: 'ApprovalGranted', data: granted }], by);
    reversed(approvalId);
    this.#append(stream, 'system', [{ type: 'ApprovalFulfilled', data: { approvalId } }]);
  }

  /** The admin requests approval to complete a match. */
  askApproval(trade: Trade): ApprovalId {
    const { feeRate: _, feeRule: __, ...terms } = this.#terms(trade);
    const sellerReferralCode = this.#referralCodes.get(terms.sellerId) ?? null;
    return this.#ask({ kind: 'completion', revision: 1, ...terms, sellerReferralCode });
  }

  #ask(action: RequestedAction): ApprovalId {
    const approvalId = this.#id() as ApprovalId;
    const data = { approvalId, askedBy: adminId as MemberId, minutes: 1440, act: action };
    this.#append(approvalStream(approvalId), 'admin', [{ type: 'ApprovalRequested', data }]);
    return approvalId;
  }

  /** Ends a request without approval. */
  endApproval(approvalId: ApprovalId, by: MemberId, how: 'refuse' | 'expire' | 'lapse'): void {
    const ended = { approvalId, askedBy: adminId as MemberId };
    const stream = approvalStream(approvalId);
    if (how === 'lapse') {
      this.#append(stream, 'admin', [{ type: 'ApprovalGranted', data: { ...ended, by } }], by);
      const lapsed = { approvalId, reason: 'APPROVAL_OUTDATED' };
      this.#append(stream, 'system', [{ type: 'ApprovalLapsed', data: lapsed }]);
    } else if (how === 'expire') this.#append(stream, 'system', [{ type: 'ApprovalExpired', data: ended }]);
    else this.#append(stream, 'admin', [{ type: 'ApprovalRefused', data: { ...ended, by } }], by);
  }

  /** In steps: granted, executed, recorded as done. */
  *approveSteps(trade: Trade, by: MemberId): Generator<void, void> {
    const approvalId = this.askApproval(trade);
    const stream = approvalStream(approvalId);
    const data = { approvalId, askedBy: adminId as MemberId, by };
    this.#append(stream, 'admin', [{ type: 'ApprovalGranted', data }], by);
    yield* this.completeSteps(trade, approvalId);
    this.#append(stream, 'system', [{ type: 'ApprovalFulfilled', data: { approvalId } }]);
  }

  /** Marks the next step, by the party who owes it. */
  markStep(trade: Trade): void {
    const step = paymentSteps[trade.marks];
    if (step === undefined) throw new Error('all steps are marked');
    trade.marks += 1;
    const tradeId = trade.id;
    const signature = `${'3'.repeat(80)}${tradeId.slice(-7).replaceAll('0', 'z')}`;
    const data = step === 'tether-sent' ? { tradeId, signature } : { tradeId };
    this.#appendAs(trade[partyOf[step]].memberId, trade, { type: eventOf[step], data } as LedgerEvent);
    if (step !== 'tether-sent') return;
    const seen = { tradeId, signature, outcome: 'arrived', amount: trade.amount } as const;
    this.#append(tradeStream(tradeId), 'system', [{ type: 'TransferChecked', data: seen }]);
  }

  takeBackStep(trade: Trade): void {
    trade.marks -= 1;
    const step = paymentSteps[trade.marks];
    if (step === undefined) throw new Error('no step is marked');
    const data = { tradeId: trade.id, step };
    this.#appendAs(trade[partyOf[step]].memberId, trade, { type: 'StepTakenBack', data });
  }

  /** Pauses and resumes, extends, or expires the window; `step` is the pending one. */
  moveWindow(trade: Trade, how: 'pause' | 'extend' | 'expire'): void {
    const { id: tradeId } = trade;
    const step = paymentSteps[trade.marks];
    if (step === undefined) throw new Error('all steps are marked');
    const reason = 'PARTY_ASKED';
    if (how === 'pause')
      for (const type of ['WindowPaused', 'WindowResumed'] as const)
        this.#appendTrade(trade, { type, data: { tradeId, reason } });
    if (how !== 'pause')
      this.#appendTrade(trade, { type: 'WindowExtended', data: { tradeId, minutes: 30, reason } });
    if (how === 'expire')
      this.#later(() =>
        this.#append(tradeStream(tradeId), 'system', [
          { type: 'WindowExpired', data: { tradeId, step, minutes: 60 } },
        ]),
      );
  }

  /** Expires the offer a year later, when every window has ended. */
  #later(write: () => void): void {
    const nowMs = this.#nowMs;
    this.#nowMs += 365 * 24 * 3_600_000;
    write();
    this.#nowMs = nowMs;
  }

  /** A case opened by the buyer. */
  openCase(trade: Trade): void {
    const caseId = this.#id() as CaseId;
    trade.openCase = { id: caseId, taken: false };
    const ofCase = { tradeId: trade.id, caseId, by: 'buy' } as const;
    this.#appendAs(trade.buy.memberId, trade, {
      type: 'CaseOpened',
      data: { ...ofCase, reason: 'TETHER_NOT_RECEIVED' },
    });
    this.addStatement(trade);
  }

  addStatement(trade: Trade): void {
    const { tradeId, caseId } = ofCase(trade);
    this.#appendAs(trade.buy.memberId, trade, {
      type: 'CaseStatementAdded',
      data: { tradeId, caseId, by: 'buy', statement: 'c'.repeat(64) },
    });
  }

  /** The admin takes the case, or returns it. */
  passCase(trade: Trade): void {
    if (trade.openCase === undefined) throw new Error('no case is open');
    trade.openCase.taken = !trade.openCase.taken;
    const data = ofCase(trade);
    this.#appendTrade(
      trade,
      trade.openCase.taken
        ? { type: 'CaseTaken', data: { ...data, adminId: adminId as MemberId } }
        : { type: 'CaseReleased', data },
    );
  }

  withdrawCase(trade: Trade): void {
    this.#appendAs(trade.buy.memberId, trade, { type: 'CaseWithdrawn', data: ofCase(trade) });
    delete trade.openCase;
  }

  /** Rules a case and begins the steps that execute the ruling. */
  ruleSteps(trade: Trade, outcome: 'complete' | 'cancel', part?: Usdt): Generator<void, void> {
    if (trade.openCase?.taken === false) this.passCase(trade);
    const data = { ...ofCase(trade), outcome, reasons: ['PAYMENT_PROVEN'], grounds: 'd'.repeat(64) };
    this.#appendTrade(trade, { type: 'CaseRuled', data: { ...data, ...(part && { amount: part }) } });
    trade.ruled = { caseId: data.caseId, at: this.now, appealed: false };
    delete trade.openCase;
    return outcome === 'complete' ? this.completeSteps(trade, undefined, part) : this.cancelSteps(trade);
  }

  /** An appeal by the seller, who lost. */
  appeal(trade: Trade): void {
    if (trade.ruled === undefined) throw new Error('no case was ruled on');
    trade.ruled.appealed = true;
    const data = {
      tradeId: trade.id,
      caseId: trade.ruled.caseId,
      by: 'sell',
      statement: 'c'.repeat(64),
    } as const;
    this.#appendAs(trade.sell.memberId, trade, { type: 'CaseAppealed', data });
  }

  /** A decision on the appeal by another admin. */
  decideAppeal(trade: Trade, outcome: AppealOutcome, by: MemberId): void {
    if (trade.ruled === undefined) throw new Error('no case was ruled on');
    const data = { tradeId: trade.id, caseId: trade.ruled.caseId, outcome, grounds: 'd'.repeat(64) };
    delete trade.ruled;
    this.#append(tradeStream(trade.id), 'admin', [{ type: 'AppealRuled', data }], by);
  }

  cancelTrade(trade: Trade): void {
    toEnd(this.cancelSteps(trade));
  }

  *cancelSteps(trade: Trade): Generator<void, void> {
    const { id: tradeId, sell, buy } = trade;
    const reason = 'ADMIN_CANCELLED';
    trade.state = 'under way';
    this.#appendTrade(trade, { type: 'TradeCancelling', data: { tradeId, reason } });
    yield;
    yield* this.#release(trade, [sell, buy], reason);
    this.#appendTrade(trade, { type: 'TradeCancelled', data: { tradeId, reason } });
    trade.state = 'finished';
  }

  /** Appends the remaining events in order. */
  async writeTo(log: EventLog): Promise<void> {
    const heads = new Map<string, ExpectedHead>();
    for (const { stream, events } of this.appends.splice(0)) {
      const known = heads.get(stream) ?? (await headOf(log, stream));
      const written = (await log.append(stream, known, events)).events.at(-1);
      if (written !== undefined)
        heads.set(stream, { revision: written.revision, hash: written.metadata.hash });
    }
  }

  #terms({ id, sell, buy, amount }: Trade) {
    const { price } = sell;
    return {
      tradeId: id,
      sellOrderId: sell.id,
      buyOrderId: buy.id,
      sellerId: sell.memberId,
      buyerId: buy.memberId,
      amount,
      price,
      krw: krwFor(amount, price),
      feeRate,
      feeRule: feeRuleId,
    };
  }

  #reserve({ id: tradeId, amount }: Trade, order: Order, counter: Order): void {
    const data = { orderId: order.id, tradeId, counterOrderId: counter.id, amount };
    this.#append(orderStream(order.id), 'admin', [{ type: 'FillReserved', data }]);
  }

  *#release(trade: Trade, orders: readonly Order[], reason: string): Generator<void, void> {
    const { id: tradeId, amount } = trade;
    for (const order of orders) {
      this.#giveBack(trade, order);
      const data = { orderId: order.id, tradeId, amount, reason };
      this.#append(orderStream(order.id), 'system', [{ type: 'FillReleased', data }]);
      yield;
    }
  }

  #giveBack({ amount }: Trade, order: Order): void {
    order.open = addUsdt(order.open, amount);
    order.reserved = subtractUsdt(order.reserved, amount);
  }

  /** `amount`: the reserved amount. */
  #settle(order: Order, event: Extract<LedgerEvent, { type: 'FillSettled' }>, amount: Usdt): void {
    order.reserved = subtractUsdt(order.reserved, amount);
    order.open = addUsdt(order.open, event.data.released ?? zeroUsdt);
    const isOver = order.open === zeroUsdt && order.reserved === zeroUsdt;
    if (isOver) order.phase = 'closed';
    const completed: LedgerEvent = { type: 'OrderCompleted', data: { orderId: order.id } };
    this.#append(orderStream(order.id), 'admin', isOver ? [event, completed] : [event]);
  }

  #appendTrade({ id }: Trade, event: LedgerEvent): void {
    this.#append(tradeStream(id), 'admin', [event]);
  }

  #appendAs(memberId: MemberId, { id }: Trade, event: LedgerEvent): void {
    this.#append(tradeStream(id), 'member', [event], memberId);
  }

  #append(
    stream: string,
    actorRole: ActorRole,
    events: readonly LedgerEvent[],
    actorId = actorRole === 'system' ? 'system' : adminId,
  ): void {
    const commandId = this.#uuid();
    this.#nowMs += 1000;
    const metadata = {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId,
      actorRole,
      at: this.now,
      schemaVersion: 1,
    };
    this.appends.push({ stream, events: events.map((event) => ({ ...event, id: this.#uuid(), metadata })) });
  }

  #uuid(): string {
    this.#count += 1;
    return `00000000-0000-4000-8000-${this.#count.toString(16).padStart(12, '0')}`;
  }

  #id(): string {
    this.#count += 1;
    return ledgerIdFrom(this.#nowMs, this.#count.toString(16).padStart(16, '0'));
  }
}

function toEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

async function headOf(log: EventLog, stream: string): Promise<ExpectedHead> {
  const [last] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
  return last === undefined ? 'no-stream' : { revision: last.revision, hash: last.metadata.hash };
}
