import {
  type DataOf,
  isApprovalEvent,
  isLevelEvent,
  isMemberEvent,
  isOrderEvent,
  isTradeEvent,
  type LedgerEvent,
} from '@matgyo/contracts/events/ledger-event';
import type { LevelEvent } from '@matgyo/contracts/events/level-events';
import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { PriceEvent } from '@matgyo/contracts/events/price-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Price } from '@matgyo/contracts/money';
import {
  approvalStream,
  levelsStream,
  memberStream,
  orderStream,
  priceStream,
  tradeStream,
} from '@matgyo/contracts/streams';
import { AppealAccounts, type AppealMove } from './appeals.ts';
import { ApprovalAccounts } from './approvals.ts';
import { checkActor, type MemberAccount, MemberAccounts } from './members.ts';
import { type OrderAccount, OrderAccounts } from './orders.ts';
import { isParty } from './parties.ts';
import { PriceTolerances } from './price-tolerances.ts';
import { PriceAccounts } from './prices.ts';
import { must } from './rule-broken.ts';
import {
  TradeAccounts,
  type TradeAccountsOptions,
  type TradePhase,
  type TradeTerms,
  type TradeUnderWay,
} from './trades.ts';
import { unitsOf } from './units.ts';

/** The part of a recorded event, besides its content, that the rules depend on. */
export interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly metadata: {
    readonly commandId: string;
    readonly actorRole: ActorRole;
    readonly actorId: string;
    readonly at: string;
  };
}

/**
 * The only second, independent implementation of the ledger's rules, against which `npm run verify`, the simulator and
 * tests check a log: it derives accounts from the events alone, in whole numbers, and shares no `evolve`, decision or
 * decimal arithmetic with the ledger, so their errors show up as differences.
 *
 * Memory grows with orders, members and unfinished trades; of a finished trade only its final phase is stored.
 */
export class Oracle {
  readonly #trades: TradeAccounts;
  readonly #orders: OrderAccounts;
  readonly #members = new MemberAccounts();
  readonly #approvals = new ApprovalAccounts();
  /** How a case was ruled, until the trade is completed by it. */
  readonly #ruled = new Map<string, DataOf<'CaseRuled'>>();
  readonly #appeals = new AppealAccounts();
  readonly #prices = new PriceAccounts();
  /** Events of earlier versions do not say which limit there was. */
  readonly #saysLimit = new Set<string>();
  #levels = '';
  /** Every window length that a levels table has had. The first tables had none. */
  readonly #windows = new Set<number>([60]);
  #hasWindows = false;
  readonly #tolerances = new PriceTolerances();
  #hasTrades = false;
  /** Versions before let admins decide about their own orders. */
  #statesLimits = false;

  constructor(options: TradeAccountsOptions = { judgesSteps: true }) {
    this.#trades = new TradeAccounts(options);
    this.#orders = new OrderAccounts(this.#trades);
  }

  order = (orderId: string): OrderAccount | undefined => this.#orders.get(orderId);
  trade = (tradeId: string): TradePhase | undefined => this.#trades.phaseOf(tradeId);
  liveTrade = (pair: Pick<TradeTerms, 'sellOrderId' | 'buyOrderId'>): string | undefined =>
    this.#trades.liveOf(pair);
  member = (memberId: MemberId): MemberAccount | undefined => this.#members.get(memberId);
  price = (): Price | undefined => this.#prices.now;

  /** Enters the next event of the log. Throws `RuleBroken`. */
  enter({ id, stream, metadata }: Recorded, event: LedgerEvent): void {
    must('shape', stream === streamOf(event), `the event belongs into ${streamOf(event)}`);
    if (event.type === 'PriceSet') this.#enterPrice(event.data, metadata);
    else if (isOrderEvent(event)) this.#enterOrder(event, metadata);
    else if (isTradeEvent(event)) this.#enterTrade(id, event, metadata);
    else if (isLevelEvent(event)) this.#setLevels(event, metadata.at);
    else if (isApprovalEvent(event)) this.#approvals.move(event, metadata);
    else this.#enterMember(event, metadata);
    checkActor(event.type, metadata.actorRole);
  }

  /** Unfinished trades: not wrong, but a process should be driving them. */
  underWay = (): Iterable<TradeUnderWay> => this.#trades.underWay();

  /** What holds when nothing is under way (docs/ledger.md, invariants 3 and 9). Throws `RuleBroken`. */
  checkRest(): void {
    for (const { tradeId, phase } of this.underWay())
      must('trades', false, `trade ${tradeId} comes to no rest: it is ${phase}`);
    this.#approvals.checkRest();
    this.#appeals.checkRest();
    const total = { sell: 0n, buy: 0n, fees: 0n };
    for (const { side, settled, fees } of this.#orders.all()) {
      total[side] += settled;
      total.fees += fees;
    }
    must('sums', total.sell === total.buy, 'what is sold is not what is bought');
    must('sums', total.fees === this.#trades.fees, 'the fees of the trades are not those of the sell orders');
  }

  #enterOrder(event: OrderEvent, actor: Recorded['metadata']): void {
    if (event.type !== 'OrderPlaced') {
      this.#orders.move(event, actor, this.#statesLimits);
      return;
    }
    this.#orders.place(event.data);
    const { price, priceRevision } = event.data;
    const isInForce = this.#prices.inForce(priceRevision, actor.at) === price;
    must('prices', isInForce, `the price at revision ${priceRevision} was another, or replaced before`);
    must('members', actor.actorId === event.data.memberId, 'an order was placed for another member');
  }

  #enterPrice(data: PriceEvent['data'], { actorId, at }: Recorded['metadata']): void {
    const { price, approval } = data;
    const { revision } = this.#prices;
    if (approval !== undefined)
      this.#approvals.use(
        approval,
        actorId,
        (action) => action.kind === 'price' && action.price === price && action.revision === revision,
      );
    this.#prices.set(data, at);
  }

  /** A window has the length of a level, once tables state them. */
  #checkWindow(minutes: number): void {
    const isConfigured = !this.#hasWindows || this.#windows.has(minutes);
    must('trades', isConfigured, `time of ${minutes} minutes runs out, which no level gives`);
  }

  /** A price worse for an owner than the tolerance needs that owner's consent. */
  #checkConsents(proposed: DataOf<'TradeProposed'>, at: string): void {
    const prices = this.#orders.pricesOf(proposed);
    for (const side of this.#tolerances.beyond(unitsOf(proposed.price), at, prices))
      must(
        'trades',
        proposed.consent?.of.includes(side) === true,
        `trade ${proposed.tradeId} is beyond the limit of the ${side} order, and its owner is not asked`,
      );
  }

  #setLevels({ data: { levels, limits } }: LevelEvent, at: string): void {
    for (const { windowMinutes } of levels)
      if (windowMinutes !== undefined) {
        this.#windows.add(windowMinutes);
        this.#hasWindows = true;
      }
    const table = JSON.stringify([
      levels.map((level) => [level.trades, level.casesLostMost, level.openKrw, level.windowMinutes]),
      limits && [limits.fourEyesKrw, limits.fourEyesPercent, limits.matchTolerance],
    ]);
    must('shape', table !== this.#levels, 'the levels were set to what they were');
    this.#levels = table;
    if (limits === undefined) return;
    this.#statesLimits = true;
    this.#tolerances.state(limits.matchTolerance, at, !this.#hasTrades);
  }

  #enterTrade(eventId: string, event: TradeEvent, actor: Recorded['metadata']): void {
    if (event.type === 'TradeProposed') {
      this.#trades.propose(eventId, event.data);
      this.#orders.checkParties(event.data);
      this.#checkConsents(event.data, actor.at);
      this.#checkNoParty(event.data, actor);
      this.#hasTrades = true;
      this.#members.checkWereActive(event.data.sellerId, event.data.buyerId);
      return;
    }
    if (event.type === 'TradeReversed') {
      this.#trades.reverse(event.data, actor);
      this.#appeals.reversed(event.data.tradeId, actor);
      const done = event.data;
      const names = [
        'tradeId',
        'amount',
        'price',
        'krw',
        'fee',
        'sellerReferralCode',
        'reason',
        'grounds',
      ] as const;
      this.#approvals.use(
        done.approval,
        actor.actorId,
        (action) => action.kind === 'reversal' && names.every((name) => action[name] === done[name]),
      );
      return;
    }
    if (this.#isOfAppeal(event)) {
      this.#appeals.move(event, actor, this.trade(event.data.tradeId));
      return;
    }
    this.#trades.move(event, actor);
    if (event.type === 'WindowExpired') this.#checkWindow(event.data.minutes);
    if (event.type === 'CaseRuled') {
      this.#ruled.set(event.data.tradeId, event.data);
      this.#appeals.ruled(event.data, this.#trades.termsOf(event.data.tradeId), actor);
    }
    if (event.type === 'TradeCompleting' || event.type === 'TradeCancelling') this.#ended(event, actor);
  }

  #checkNoParty(terms: TradeTerms, actor: Recorded['metadata']): void {
    must('members', !this.#statesLimits || !isParty(terms, actor), 'a party decides about its own trade');
  }

  /** Completing takes two admins or is below the limit, and so does cancelling by a ruling. */
  #ended(
    { type, data }: Extract<TradeEvent, { type: 'TradeCompleting' | 'TradeCancelling' }>,
    actor: Recorded['metadata'],
  ): void {
    const { tradeId, approval, reason, fourEyesKrw } = data;
    const ruled = this.#ruled.get(tradeId);
    this.#ruled.delete(tradeId);
    const terms = this.#trades.termsOf(tradeId);
    this.#checkNoParty(terms, actor);
    const code = 'sellerReferralCode' in data ? data.sellerReferralCode : undefined;
    if (code !== undefined) this.#members.checkCode(terms.sellerId, code);
    if (approval !== undefined) this.#appeals.approved(tradeId, this.#approvals.grantedBy(approval));
    if (fourEyesKrw !== undefined) this.#orders.checkBelow(fourEyesKrw, terms);
    if (fourEyesKrw !== undefined) this.#saysLimit.add(type);
    if (approval === undefined) {
      const isFree = type === 'TradeCancelling' && ruled === undefined;
      must(
        'approvals',
        isFree || fourEyesKrw !== undefined || !this.#saysLimit.has(type),
        `${type} says neither who approved nor which limit it did not reach`,
      );
      return;
    }
    must(
      'approvals',
      type === 'TradeCompleting' || ruled !== undefined,
      'no approval is for cancelling alone',
    );
    const names = ['tradeId', 'sellOrderId', 'buyOrderId', 'amount', 'price', 'krw'] as const;
    this.#approvals.use(
      approval,
      actor.actorId,
      (action) =>
        action.kind === 'completion' &&
        names.every((name) => action[name] === terms[name]) &&
        (code === undefined || action.sellerReferralCode === code) &&
        (ruled !== undefined || action.reason === reason) &&
        action.ruling?.caseId === ruled?.caseId &&
        (ruled === undefined || (action.ruling?.outcome ?? 'complete') === ruled.outcome) &&
        action.ruling?.amount === ruled?.amount &&
        action.ruling?.grounds === ruled?.grounds &&
        action.ruling?.reasons.join() === ruled?.reasons.join(),
    );
  }

  #isOfAppeal(event: TradeEvent): event is AppealMove {
    const { type, data } = event;
    return (
      type === 'CaseAppealed' ||
      type === 'AppealRuled' ||
      (type === 'CaseStatementAdded' && this.#appeals.isOpen(data.tradeId))
    );
  }

  #enterMember(event: MemberEvent, actor: Recorded['metadata']): void {
    this.#members.move(event, actor.actorRole);
    const { type, data } = event;
    if (!('approval' in data) || data.approval === undefined) return;
    this.#approvals.use(data.approval, actor.actorId, (action) => {
      if (action.kind !== 'role' || action.memberId !== data.memberId) return false;
      if ('role' in data) return action[data.role] === (type === 'RoleGranted');
      return action.status === (type === 'MemberActivated' ? 'active' : 'inactive');
    });
  }
}

function streamOf(event: LedgerEvent): string {
  if (isOrderEvent(event)) return orderStream(event.data.orderId);
  if (isTradeEvent(event)) return tradeStream(event.data.tradeId);
  if (isApprovalEvent(event)) return approvalStream(event.data.approvalId);
  if (isLevelEvent(event)) return levelsStream;
  return isMemberEvent(event) ? memberStream(event.data.memberId) : priceStream;
}
