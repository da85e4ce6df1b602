import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { MemberId, Side, TradeId } from '@matgyo/contracts/ids';
import { isPositive, type Krw, type Price, type Rate, type Usdt } from '@matgyo/contracts/money';
import { partyOf, paymentSteps } from '@matgyo/contracts/payment-steps';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { type Account, activate, deactivate, grantRole, register } from '@matgyo/ledger/account/account';
import { approve, cancelAsAdmin, cancelAsOwner, reject } from '@matgyo/ledger/order/decisions';
import { inSequence } from '../../identity/members/registration.ts';
import { type Chance, chanceOf } from '../../trading/simulation/random.ts';
import { type Actor, DryRun } from './dry-run.ts';
import { type BookOrder, MarketBook } from './market-book.ts';
import { commandIdOf, inviteCodeOf } from './names.ts';
import { Schedule } from './schedule.ts';
import { memberIdIn, type SeedMarket, type SeedMember } from './seed-members.ts';
import { TradeActions } from './trade-actions.ts';
import type { DemoStatements, StatementName } from './trade-rows.ts';

/** The ids of a demo market's first and last command, which identify its ledger. */
export const firstCommandId = commandIdOf('admin registers');
export const lastCommandId = commandIdOf('last price');

const seed = 714;
const orders = 84;
const tradingBegins = 300;
/** In awake minutes before the end. From here on the scenario is fixed order by order, so that every status occurs. */
const scriptedMinutes = 1_500;
const minutesBetweenPrices = 560;
const firstPrice = 1_402;

export interface ScenarioSetting extends SeedMarket {
  readonly feeRate: Rate;
  readonly statements: DemoStatements;
}

/** Runs the scenario; the same setting gives the same events in the same order. */
export async function playScenario(setting: ScenarioSetting): Promise<readonly RecordedEvent[]> {
  const scenario = new Scenario(setting);
  await scenario.play();
  return scenario.events;
}

type Fate = 'traded' | 'pending' | 'rejected' | 'taken back' | 'cancelled' | 'left open';

class Scenario {
  readonly #setting: ScenarioSetting;
  readonly #dryRun: DryRun;
  readonly #schedule = new Schedule();
  readonly #book: MarketBook;
  readonly #chance: Chance = chanceOf(seed);
  readonly #traders: SeedMember[] = [];
  readonly #trades: TradeActions;
  readonly #admin: Actor;
  #price = firstPrice;
  #named = 0;

  constructor(setting: ScenarioSetting) {
    this.#setting = setting;
    this.#dryRun = new DryRun(setting.feeRate);
    this.#book = new MarketBook(this.#dryRun.order);
    this.#admin = { id: this.#idOf('admin'), role: 'admin' };
    this.#trades = new TradeActions({
      dryRun: this.#dryRun,
      admin: this.#admin,
      idOf: this.#idOf,
      statements: setting.statements,
    });
  }

  get events(): readonly RecordedEvent[] {
    return this.#dryRun.events;
  }

  async play(): Promise<void> {
    const { seedMembers, time } = this.#setting;
    for (const character of seedMembers) this.#schedule.add(character.joins, () => this.#join(character));
    this.#schedule.add(2, () => this.#dryRun.setPrice('first price', this.#admin, priceText(firstPrice)));
    const ends = time.minutes - scriptedMinutes;
    for (let at = minutesBetweenPrices; at < ends; at += minutesBetweenPrices - 100 + this.#chance.below(200))
      this.#schedule.add(at, () => this.#movePrice(this.#nextName('price')));
    const pace = (ends - tradingBegins) / orders;
    for (let index = 0; index < orders; index += 1)
      this.#schedule.add(tradingBegins + pace * (index + this.#chance.next()), (at) => this.#placeAny(at));
    this.#scheduleScriptedOrders();
    const last = time.minutes - 5;
    this.#schedule.add(last, () => this.#movePrice('last price'));
    await this.#schedule.play(last, (minute) => this.#dryRun.moveTo(time.timeAt(minute)));
  }

  async #join(character: SeedMember): Promise<void> {
    const { key, role, invitedBy, joins, becomes } = character;
    const memberId = this.#idOf(key);
    const self = this.#member(key);
    const referralCode = key === 'admin' ? null : invitedBy === null ? 'WELCOME' : inviteCodeOf(invitedBy);
    const registration = { memberId, referralCode, inviteCode: inviteCodeOf(key) };
    if (key === 'admin') {
      const isMadeAdmin = (account: Account) =>
        inSequence(account, register(account, registration), [
          activate,
          (known) => grantRole(known, 'admin'),
        ]);
      await this.#dryRun.onAccount(
        'admin registers',
        { id: 'system', role: 'system' },
        memberId,
        isMadeAdmin,
      );
      return;
    }
    await this.#dryRun.onAccount(`${key} registers`, self, memberId, (account) =>
      register(account, registration),
    );
    if (becomes === 'unapproved') return;
    this.#schedule.add(joins + 20 + this.#chance.below(60), () => this.#admit(character));
    if (becomes === 'deactivated')
      this.#schedule.add(joins + 6_000, () =>
        this.#judge(`${key} is deactivated`, memberId, (account) =>
          deactivate(account, { isLastAdmin: false }),
        ),
      );
    if (role !== 'member')
      this.#schedule.add(joins + 120, () =>
        this.#judge(`${key} gets a role`, memberId, (account) => grantRole(account, role)),
      );
  }

  async #admit(character: SeedMember): Promise<void> {
    await this.#judge(`${character.key} is activated`, this.#idOf(character.key), activate);
    if (character.becomes === 'trader') this.#traders.push(character);
  }

  #judge = (name: string, memberId: MemberId, decide: (account: Account) => readonly MemberEvent[]) =>
    this.#dryRun.onAccount(name, this.#admin, memberId, decide);

  /** In steps of half a won, more often up when the price is below its first value. */
  async #movePrice(name: string): Promise<void> {
    const halfWons = 1 + this.#chance.below(12);
    const rises = this.#chance.happens(this.#price < firstPrice ? 0.6 : 0.4);
    this.#price += (rises ? 0.5 : -0.5) * halfWons;
    await this.#dryRun.setPrice(name, this.#admin, priceText(this.#price));
  }

  async #placeAny(at: number): Promise<void> {
    const owner = this.#chance.pick(this.#traders);
    const side = this.#chance.happens(0.5) ? 'sell' : 'buy';
    const tenThousands = 20 + this.#chance.below(this.#chance.happens(0.2) ? 900 : 220);
    const fates: readonly Fate[] = ['rejected', 'taken back', 'cancelled'];
    const fate = this.#chance.happens(0.85) ? 'traded' : this.#chance.pick(fates);
    await this.#place(at, { owner: owner.key, side, tenThousands, fate });
  }

  async #place(
    at: number,
    placement: {
      readonly owner: string;
      readonly side: Side;
      readonly tenThousands: number;
      readonly fate: Fate;
    },
  ): Promise<BookOrder> {
    const { owner, side, tenThousands, fate } = placement;
    const name = this.#nextName('order');
    const member = this.#member(owner);
    const krwAmount = String(tenThousands * 10_000) as Krw;
    const orderId = await this.#dryRun.place(name, member, { side, krwAmount });
    const order: BookOrder = { orderId, side, owner, isOffered: fate !== 'cancelled' };
    this.#book.add(order);
    const decided = at + 8 + this.#chance.below(40);
    if (fate === 'taken back')
      this.#schedule.add(decided, () =>
        this.#dryRun.onOrder(`${name} is taken back`, member, orderId, (state) =>
          cancelAsOwner(state, { memberId: member.id as MemberId, reason: 'CANCELLED_BY_OWNER' }),
        ),
      );
    else if (fate === 'rejected')
      this.#schedule.add(decided, () =>
        this.#dryRun.onOrder(`${name} is rejected`, this.#admin, orderId, (state) =>
          reject(state, { reason: 'REJECTED_BY_ADMIN' }),
        ),
      );
    else if (fate !== 'pending') this.#schedule.add(decided, (now) => this.#approve(now, name, order, fate));
    return order;
  }

  async #approve(at: number, name: string, order: BookOrder, fate: Fate): Promise<void> {
    await this.#dryRun.onOrder(`${name} is approved`, this.#admin, order.orderId, (state) => approve(state));
    if (fate === 'cancelled')
      this.#schedule.add(at + 400, () =>
        this.#dryRun.onOrder(`${name} is cancelled`, this.#admin, order.orderId, (state) =>
          cancelAsAdmin(state, { reason: 'CANCELLED_BY_ADMIN' }),
        ),
      );
    if (fate === 'traded')
      this.#schedule.add(at + 15 + this.#chance.below(90), (now) => this.#seekMatch(now, order));
  }

  /** An admin looks for a matching order; sometimes only part of the possible amount is matched. */
  async #seekMatch(at: number, order: BookOrder): Promise<void> {
    if (at > this.#setting.time.minutes - scriptedMinutes) return;
    const other = this.#book.counterpartOf(order);
    if (other === undefined || !isPositive(this.#book.openOf(order))) return;
    const most = this.#book.matchable(order, other);
    const amount = this.#chance.happens(0.2) ? halfOf(most) : most;
    const trade = await this.#match(order, other, amount);
    const finishes = at + 20 + this.#chance.below(160);
    if (this.#chance.happens(0.12)) this.#schedule.add(finishes, () => this.#trades.cancel(trade));
    else this.#schedule.add(finishes, () => this.#trades.complete(trade));
    // The rest of either order is offered again.
    this.#schedule.add(finishes + 60, (now) => this.#seekMatch(now, order));
    this.#schedule.add(finishes + 90, (now) => this.#seekMatch(now, other));
  }

  #match(order: BookOrder, other: BookOrder, amount: Usdt): Promise<TradeId> {
    const [sell, buy] = order.side === 'sell' ? [order, other] : [other, order];
    const pair = { sellOrderId: sell.orderId, buyOrderId: buy.orderId, amount };
    return this.#dryRun.match(this.#nextName('match'), this.#admin, pair);
  }

  #member = (key: string): Actor => ({ id: this.#idOf(key), role: 'member' });

  /** The last days, order by order: every status occurs, independent of the random part. */
  #scheduleScriptedOrders(): void {
    const { minutes } = this.#setting.time;
    const beforeEnd = (left: number, action: (at: number) => Promise<unknown>) =>
      this.#schedule.add(minutes - left, action);
    const place =
      (owner: string, side: Side, tenThousands: number, fate: Fate = 'left open') =>
      (at: number) =>
        this.#place(at, { owner, side, tenThousands, fate });
    /** Two orders, matched some hours later; `then` continues with the trade. */
    const matchOf = (left: number, sell: Offer, buy: Offer, then: (trade: TradeId) => void) => {
      beforeEnd(left, async (at) => {
        const first = await place(sell[0], 'sell', sell[1])(at);
        const second = await place(buy[0], 'buy', buy[1])(at);
        beforeEnd(left - 90, async () => {
          const trade = await this.#match(first, second, this.#book.matchable(first, second));
          then(trade);
        });
      });
    };
    /** The steps of a payment, some minutes apart, up to the given one. */
    const pay = (
      left: number,
      [seller, buyer]: readonly [string, string],
      count: number,
      trade: TradeId,
      receipt?: StatementName,
    ) => {
      const evidence = receipt && this.#setting.statements[receipt].hash;
      for (const [index, step] of paymentSteps.slice(0, count).entries())
        beforeEnd(left - 15 * index, () =>
          this.#trades.mark(partyOf[step] === 'sell' ? seller : buyer, trade, step, evidence),
        );
    };
    matchOf(1_400, ['seojun', 620], ['minji', 180], (trade) => {
      pay(1_290, ['seojun', 'minji'], 4, trade);
      beforeEnd(1_200, () => this.#trades.complete(trade));
    });
    matchOf(1_300, ['eunseo', 95], ['sua', 330], (trade) => {
      beforeEnd(1_100, () => this.#trades.complete(trade));
      beforeEnd(1_040, () => this.#trades.requestReversal(trade));
      beforeEnd(1_015, () => this.#trades.approveReversal(trade));
    });
    matchOf(1_250, ['sua', 240], ['hyunwoo', 240], (trade) => {
      pay(1_140, ['sua', 'hyunwoo'], 1, trade);
      beforeEnd(1_050, () => this.#trades.dispute('sua', trade, 'PAYMENT_NOT_RECEIVED', 'won missing'));
      beforeEnd(1_030, () => this.#trades.answerDispute('hyunwoo', trade, 'won sent'));
      beforeEnd(980, () => this.#trades.rule(trade));
      beforeEnd(740, () => this.#trades.appeal('sua', trade));
      beforeEnd(420, () => this.#trades.decideAppeal(trade));
    });
    matchOf(1_000, ['jiwoo', 210], ['dohyun', 540], (trade) =>
      pay(880, ['jiwoo', 'dohyun'], 1, trade, 'receipt'),
    );
    matchOf(900, ['taeyang', 480], ['haeun92', 125], () => {});
    matchOf(800, ['haeun92', 150], ['yejun7', 150], (trade) => {
      pay(690, ['haeun92', 'yejun7'], 3, trade);
      beforeEnd(570, () => this.#trades.dispute('yejun7', trade, 'TETHER_NOT_RECEIVED', 'tether missing'));
      beforeEnd(545, () => this.#trades.answerDispute('haeun92', trade, 'tether sent'));
    });
    beforeEnd(700, place('sua', 'buy', 70, 'rejected'));
    beforeEnd(650, place('taeyang', 'sell', 260, 'taken back'));
    beforeEnd(600, place('minji', 'buy', 410, 'cancelled'));
    beforeEnd(500, place('eunseo', 'sell', 300));
    beforeEnd(450, place('hyunwoo', 'buy', 275));
    beforeEnd(60, place('minji', 'sell', 120, 'pending'));
    beforeEnd(45, place('jiwoo', 'buy', 85, 'pending'));
    beforeEnd(30, place('dohyun', 'sell', 55, 'pending'));
  }

  #idOf = (key: string): MemberId => memberIdIn(this.#setting, key);

  #nextName(what: string): string {
    this.#named += 1;
    return `${what} ${this.#named}`;
  }
}

type Offer = readonly [owner: string, tenThousands: number];

const priceText = (won: number): Price => String(won) as Price;

/** Half, in whole USDT; all of an amount too small to be halved. */
function halfOf(amount: Usdt): Usdt {
  const whole = BigInt(amount.split('.')[0] ?? '0') / 2n;
  return whole === 0n ? amount : (`${whole}.0000` as Usdt);
}
