import type { PaymentEvent } from '@matgyo/contracts/events/trade-events';
import type { Actor } from './parties.ts';
import { must } from './rule-broken.ts';
import type { TradeTerms } from './trades.ts';

/** The events that mark a step, in their order, and whose each is. */
const marking = [
  { type: 'PaymentSent', step: 'payment-sent', party: 'buyerId' },
  { type: 'PaymentReceived', step: 'payment-received', party: 'sellerId' },
  { type: 'TetherSent', step: 'tether-sent', party: 'sellerId' },
  { type: 'TetherReceived', step: 'tether-received', party: 'buyerId' },
] as const;

const minuteMs = 60_000;

/** Of one matched trade: how many steps are marked, by whom, and whether the clock runs. Throws `RuleBroken`. */
export class PaymentAccount {
  readonly #terms: TradeTerms;
  readonly #transactions: Map<string, string>;
  readonly #markedByAdmin: boolean[] = [];
  #paused = false;
  #expired = false;
  /** Whether the windows of the marked steps had run out, for when a mark is taken back. */
  readonly #expiredBefore: boolean[] = [];
  #transaction: string | undefined;
  #transferChecked = false;
  #everMarked = false;
  /** The time from which the current window counts, and when it was paused, in milliseconds. */
  #from = 0;
  #pausedAt: number | undefined;
  #caseSince = 0;
  /** From when the windows of the marked steps counted. */
  readonly #fromBefore: number[] = [];

  constructor(terms: TradeTerms, transactions: Map<string, string>) {
    this.#terms = terms;
    this.#transactions = transactions;
  }

  /** No step was ever marked, and the time for the first has run out. */
  get isUnpaidInTime(): boolean {
    return !this.#everMarked && this.#expired;
  }

  /** The trade is matched. */
  begin({ at }: Actor): void {
    this.#from = Date.parse(at);
  }

  /** A case stops the window from its opening until it is withdrawn. */
  stop({ at }: Actor): void {
    this.#caseSince = Date.parse(at);
  }

  resume({ at }: Actor): void {
    if (this.#pausedAt === undefined) this.#from += Math.max(0, Date.parse(at) - this.#caseSince);
  }

  move(event: PaymentEvent, actor: Actor): void {
    const marked = this.#markedByAdmin.length;
    const next = marking[marked];
    switch (event.type) {
      case 'StepTakenBack':
        this.#takeBack(event.data.step, actor);
        return;
      case 'TransferChecked':
        must(
          'trades',
          event.data.signature === this.#transaction,
          'another transaction is checked than is named',
        );
        must('trades', !this.#transferChecked, 'a transaction is checked twice');
        this.#transferChecked = true;
        return;
      case 'WindowPaused':
      case 'WindowResumed': {
        const pauses = event.type === 'WindowPaused';
        must('trades', next !== undefined && this.#paused !== pauses, `${event.type} changes nothing`);
        this.#paused = pauses;
        this.#pauseAt(pauses ? Date.parse(actor.at) : undefined, Date.parse(actor.at));
        return;
      }
      case 'WindowExtended':
        must('trades', next !== undefined, 'time is added although no step is awaited');
        this.#expired = false;
        // The time is also added to those windows once the marks since are taken back.
        this.#expiredBefore.fill(false);
        this.#from += event.data.minutes * minuteMs;
        return;
      case 'WindowExpired':
        must('trades', event.data.step === next?.step, 'the time for another step than the next ran out');
        must('trades', !this.#paused && !this.#expired, 'time runs out twice, or in a pause');
        must(
          'trades',
          Date.parse(actor.at) >= this.#from + event.data.minutes * minuteMs,
          'time runs out before its end',
        );
        this.#expired = true;
        return;
      default:
        must('trades', event.type === next?.type, `${event.type} does not come next`);
        this.#mark(event, this.#terms[next.party], actor);
    }
  }

  /** Begins a pause, or ends one, which moves the window by its length. */
  #pauseAt(pausedAt: number | undefined, now: number): void {
    if (this.#pausedAt !== undefined) this.#from += Math.max(0, now - this.#pausedAt);
    this.#pausedAt = pausedAt;
  }

  #mark(
    event: Extract<PaymentEvent, { data: { reason?: string | undefined } }>,
    party: string,
    actor: Actor,
  ): void {
    const byAdmin = event.data.reason !== undefined;
    const may = byAdmin ? actor.actorRole === 'admin' : actor.actorId === party;
    must('members', may, `${event.type} was marked by another than the party`);
    this.#markedByAdmin.push(byAdmin);
    this.#everMarked = true;
    this.#expiredBefore.push(this.#expired);
    this.#expired = false;
    const at = Date.parse(actor.at);
    const isPaused = this.#pausedAt !== undefined;
    this.#pauseAt(undefined, at);
    this.#fromBefore.push(this.#from);
    this.#from = at;
    if (isPaused) this.#pauseAt(at, at);
    if (event.type !== 'TetherSent') return;
    const { signature } = event.data;
    must('trades', byAdmin || signature !== undefined, 'USDT were sent in no transaction');
    if (signature === undefined) return;
    must('trades', !this.#transactions.has(signature), 'a transaction is named in two trades');
    this.#transactions.set(signature, this.#terms.tradeId);
    this.#transaction = signature;
    this.#transferChecked = false;
  }

  #takeBack(step: string, actor: Actor): void {
    const last = marking[this.#markedByAdmin.length - 1];
    must('trades', last?.step === step, 'another step than the last is taken back');
    const byAdmin = this.#markedByAdmin.pop();
    const may = byAdmin ? actor.actorRole === 'admin' : actor.actorId === this.#terms[last.party];
    must('members', may, 'a step is taken back by another than who marked it');
    this.#expired = this.#expiredBefore.pop() === true;
    // A lower bound: time added since the mark counts too, but earlier versions restarted the pause instead. Clocks
    // differ, so the pause may have begun at a later time.
    if (this.#pausedAt !== undefined) this.#pausedAt = Math.max(this.#pausedAt, Date.parse(actor.at));
    this.#from = this.#fromBefore.pop() ?? this.#from;
    if (step !== 'tether-sent' || this.#transaction === undefined) return;
    this.#transactions.delete(this.#transaction);
    this.#transaction = undefined;
  }
}
