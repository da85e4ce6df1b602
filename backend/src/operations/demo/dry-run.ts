import { toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { ApprovalId, MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import { orderStream, priceStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import type { Account } from '@matgyo/ledger/account/account';
import { requestApproval } from '@matgyo/ledger/approval/decisions';
import { type Order, orderDecider, type PlacedOrder } from '@matgyo/ledger/order/order';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { type Command, executeOnStream, firstCommand } from '../../platform/commands/execute-on-stream.ts';
import { ofApproval, ofMember, ofOrder } from '../../platform/commands/ledger-streams.ts';
import { isoOf, type Timing } from '../../platform/commands/timing.ts';
import { requestedReversal } from '../../trading/approvals/reversal.ts';
import { type Accounts, loadAccount } from '../../trading/orders/accounts.ts';
import { appendOrder } from '../../trading/orders/append-order.ts';
import { currentPrice } from '../../trading/price/current-price.ts';
import type { WhyReversed } from '../../trading/reversals/reverse-trade.ts';
import { activeAdmin, type FourEyes, noFourEyes } from '../../trading/second-admin/four-eyes.ts';
import { executeOnTrade, type TradeChange } from '../../trading/trades/execute-on-trade.ts';
import { proposeMatch } from '../../trading/trades/propose-match.ts';
import { createTradeProcess, type TradeProcess } from '../../trading/trades/trade-process.ts';
import { tolerance } from './market-book.ts';
import { commandIdOf, idOf } from './names.ts';

export interface Actor {
  readonly id: string;
  readonly role: ActorRole;
}

/**
 * Runs a market in memory, through the real deciders and the real matching process, with a clock of its own. Ids follow
 * from names and times, so a repeated run has the same events.
 */
export class DryRun {
  readonly #orders = new Map<string, Order>();
  readonly #log = new MemoryLog((event) => this.#follow(event));
  readonly #process: TradeProcess;
  #now = 0;

  constructor(feeRate: Rate) {
    // Every read of the clock advances it, so that the steps of one action have ascending times.
    const now = () => {
      this.#now += 7;
      return this.#now;
    };
    const timing: Timing = { now, elapsed: now, random: () => 0, sleep: async () => {} };
    const settings = { feeRate, tolerance };
    const fourEyes = { ...noFourEyes, activeAdmin, otherAdmins: this.#otherAdmins };
    const [log, accounts] = [this.#log, this.#accounts];
    this.#process = createTradeProcess({ log, accounts, settings, fourEyes, timing });
  }

  /** In log order. */
  get events(): readonly RecordedEvent[] {
    return this.#log.events;
  }

  /** The current state of an order that was placed. */
  readonly order = (orderId: OrderId): PlacedOrder => {
    const order = this.#orders.get(orderStream(orderId));
    if (order === undefined || order.phase === 'none') throw new Error(`there is no order ${orderId}`);
    return order;
  };

  /** Moves the clock forward to a time (milliseconds since 1970); never backward. */
  moveTo(atMs: number): void {
    this.#now = Math.max(this.#now, Math.floor(atMs));
  }

  async onAccount(
    name: string,
    actor: Actor,
    memberId: MemberId,
    decide: (account: Account) => readonly MemberEvent[],
  ): Promise<void> {
    const command = this.#command(name, actor);
    await executeOnStream({ ledger: this.#ledger, ...ofMember(memberId), command, decide });
  }

  async setPrice(name: string, admin: Actor, price: Price): Promise<void> {
    await executeOnStream({
      ledger: this.#ledger,
      stream: priceStream,
      decider: priceDecider,
      command: this.#command(name, admin),
      extent: { newest: 1 },
      decide: (state) => setPrice(state, price, 'not needed'),
    });
  }

  /** Places an order worth `krw` at the current price. */
  async place(
    name: string,
    member: Actor,
    { side, krwAmount }: { readonly side: Side; readonly krwAmount: Krw },
  ): Promise<OrderId> {
    const command = this.#command(name, member);
    const orderId = idOf(name, this.#now) as OrderId;
    const memberId = member.id as MemberId;
    const price = (await currentPrice(this.#log))?.price;
    if (price === undefined) throw new Error('the demo market sets a price first');
    const owner = await this.#accounts.get(memberId, this.#log);
    const placement = { orderId, side, memberId, krwAmount, clientAmount: undefined, price, owner };
    await appendOrder(this.#ledger, command, placement);
    return orderId;
  }

  async onOrder(
    name: string,
    actor: Actor,
    orderId: OrderId,
    decide: (order: Order) => readonly OrderEvent[],
  ): Promise<void> {
    const command = this.#command(name, actor);
    await executeOnStream({ ledger: this.#ledger, ...ofOrder(orderId), command, decide });
  }

  async match(
    name: string,
    admin: Actor,
    pair: { readonly sellOrderId: OrderId; readonly buyOrderId: OrderId; readonly amount?: Usdt | undefined },
  ): Promise<TradeId> {
    const command = this.#command(name, admin);
    const tradeId = idOf(name, this.#now) as TradeId;
    await proposeMatch(this.#process, { ...pair, command, tradeId });
    return tradeId;
  }

  async onTrade(
    name: string,
    party: Actor,
    tradeId: TradeId,
    decide: (trade: Trade, at: string) => ReturnType<TradeChange['decide']>,
  ): Promise<void> {
    const command = this.#command(name, party);
    await executeOnTrade(this.#ledger, { tradeId, command, decide: (trade) => decide(trade, command.at) });
  }

  run<Result>(
    name: string,
    actor: Actor,
    action: (process: TradeProcess, command: Command) => Promise<Result>,
  ): Promise<Result> {
    return action(this.#process, this.#command(name, actor));
  }

  /** An admin asks another one to approve the reversal of a completed trade. */
  async requestReversal(
    name: string,
    admin: Actor,
    reversal: { readonly tradeId: TradeId } & WhyReversed,
  ): Promise<ApprovalId> {
    const command = this.#command(name, admin);
    const approvalId = idOf(name, this.#now) as ApprovalId;
    const askedBy = admin.id as MemberId;
    await executeOnStream({
      ledger: this.#ledger,
      ...ofApproval(approvalId),
      command: { ...command, correlationId: approvalId },
      decide: async (approval) =>
        requestApproval(approval, {
          approvalId,
          askedBy,
          action: await requestedReversal(this.#process, { ...reversal, askedBy }),
        }),
    });
    return approvalId;
  }

  get #ledger() {
    return this.#process.ledger;
  }

  #follow({ stream, type, data, metadata }: RecordedEvent): void {
    const event = toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion });
    if (!orderDecider.owns(event)) return;
    const before = this.#orders.get(stream) ?? orderDecider.initial;
    this.#orders.set(stream, orderDecider.evolve(before, event, metadata.at));
  }

  #command(name: string, { id, role }: Actor): Command {
    this.#now += 7;
    const at = isoOf(this.#now);
    return firstCommand({ commandId: commandIdOf(name), actorId: id, actorRole: role, at });
  }

  readonly #otherAdmins: FourEyes['otherAdmins'] = async (memberId) => {
    const ids = new Set(
      this.events.flatMap(({ type, data }) => (type === 'RoleGranted' ? [data['memberId']] : [])),
    );
    ids.delete(memberId);
    const admins = await Promise.all([...ids].map((id) => activeAdmin(String(id), this.#log)));
    return admins.filter((admin) => admin !== undefined);
  };

  /** Reads the streams: no read model follows a dry run. */
  readonly #accounts: Accounts = { get: (memberId) => loadAccount(this.#log, memberId, true) };
}
