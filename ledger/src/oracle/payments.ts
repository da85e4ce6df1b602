import type { PaymentEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import { must } from './rule-broken.ts';

type Terms = Extract<TradeEvent, { type: 'TradeProposed' }>['data'];

export interface Actor {
  readonly actorRole: string;
  readonly actorId: string;
}

/** The events that mark a step, in their order, and whose each is. */
const marking = [
  { type: 'PaymentSent', step: 'payment-sent', party: 'buyerId' },
  { type: 'PaymentReceived', step: 'payment-received', party: 'sellerId' },
  { type: 'TetherSent', step: 'tether-sent', party: 'sellerId' },
  { type: 'TetherReceived', step: 'tether-received', party: 'buyerId' },
] as const;

/** Of one matched trade: how many steps are marked, by whom, and whether the clock runs. Throws `RuleBroken`. */
export class PaymentAccount {
  readonly #terms: Terms;
  readonly #transactions: Map<string, string>;
  readonly #markedByAdmin: boolean[] = [];
  #paused = false;
  #expired = false;
  /** Whether the windows of the marked steps had run out, for when a mark is taken back. */
  readonly #expiredBefore: boolean[] = [];
  #transaction: string | undefined;
  #transferChecked = false;
  #everMarked = false;

  constructor(terms: Terms, transactions: Map<string, string>) {
    this.#terms = terms;
    this.#transactions = transactions;
  }

  /** No step was ever marked, and the time for the first has run out. */
  get isUnpaidInTime(): boolean {
    return !this.#everMarked && this.#expired;
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
        return;
      }
      case 'WindowExtended':
        must('trades', next !== undefined, 'time is added although no step is awaited');
        this.#expired = false;
        return;
      case 'WindowExpired':
        must('trades', event.data.step === next?.step, 'the time for another step than the next ran out');
        must('trades', !this.#paused && !this.#expired, 'time runs out twice, or in a pause');
        this.#expired = true;
        return;
      default:
        must('trades', event.type === next?.type, `${event.type} does not come next`);
        this.#mark(event, this.#terms[next.party], actor);
    }
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
    if (step !== 'tether-sent' || this.#transaction === undefined) return;
    this.#transactions.delete(this.#transaction);
    this.#transaction = undefined;
  }
}
