import type { DataOf } from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Recorded } from './oracle.ts';
import { sideOf, speaksAs } from './parties.ts';
import { must } from './rule-broken.ts';
import type { TradePhase, TradeTerms } from './trades.ts';

export type AppealMove = Extract<TradeEvent, { type: 'CaseAppealed' | 'AppealRuled' | 'CaseStatementAdded' }>;

interface RulingAccount {
  readonly caseId: string;
  readonly terms: TradeTerms;
  readonly by: string;
  approvedBy?: string | undefined;
  readonly at: number;
  /** The side that the ruling favours, if any. */
  readonly winner: 'sell' | 'buy' | undefined;
  phase: 'final' | 'appealed' | 'decided' | 'to be reversed';
  /** Who decided, by which command and when. */
  decided?: string;
}

type Actor = Recorded['metadata'];

const commandKey = ({ commandId, actorId, at }: Actor): string => `${commandId} ${actorId} ${at}`;

const threeDays = 3 * 24 * 60 * 60 * 1_000;

const proves: Readonly<Record<string, 'sell' | 'buy'>> = {
  PAYMENT_PROVEN: 'buy',
  TETHER_NOT_PROVEN: 'buy',
  PAYMENT_NOT_PROVEN: 'sell',
  TETHER_PROVEN: 'sell',
};

/**
 * The side that the ruling's reasons favour. None if a part is completed, if the parties agreed, or if the reasons
 * contradict the outcome: proven won and a cancellation, or won not proven and a completion.
 */
function winnerBy({ outcome, reasons, amount }: DataOf<'CaseRuled'>): 'sell' | 'buy' | undefined {
  const isDenied = reasons.some(
    (reason) => reason.endsWith('_PROVEN') && reason.includes('_NOT_') === (outcome === 'complete'),
  );
  if (reasons.includes('PARTIES_AGREED') || isDenied || amount !== undefined) return undefined;
  const winners = new Set(reasons.flatMap((reason) => proves[reason] ?? []));
  return winners.size === 1 ? [...winners][0] : undefined;
}

/** Rulings and the appeals against them. Every method throws `RuleBroken`. */
export class AppealAccounts {
  readonly #rulings = new Map<string, RulingAccount>();
  /** Earlier versions of the event do not name who approved the ruling. */
  #namesApprovers = false;

  ruled(ruled: DataOf<'CaseRuled'>, terms: TradeTerms, { actorId, at }: Actor): void {
    const { tradeId, caseId } = ruled;
    this.#rulings.set(tradeId, {
      caseId,
      terms,
      by: actorId,
      at: Date.parse(at),
      winner: winnerBy(ruled),
      phase: 'final',
    });
  }

  /** The ruling was carried out with an approval; undefined: there was no other admin. */
  approved(tradeId: string, by: string | undefined): void {
    const ruling = this.#rulings.get(tradeId);
    if (ruling !== undefined) ruling.approvedBy = by;
  }

  /** `phase`: of the trade. */
  move(event: AppealMove, actor: Actor, phase: TradePhase | undefined): void {
    const { actorId, at } = actor;
    const { tradeId, caseId } = event.data;
    const ruling = this.#rulings.get(tradeId);
    must(
      'trades',
      ruling?.caseId === caseId,
      `${event.type} comes, and case ${caseId} did not end the trade`,
    );
    must(
      'trades',
      phase === 'completed' || phase === 'cancelled',
      `${event.type} comes while it is ${phase}`,
    );
    const party = sideOf(ruling.terms, actor);
    if (event.type === 'CaseAppealed') {
      must('trades', ruling.phase === 'final', 'a ruling is appealed against twice');
      must('trades', Date.parse(at) - ruling.at <= threeDays, 'an appeal comes more than 72 hours later');
      must('members', party === event.data.by, 'an appeal is made by another than a party');
      must('members', party !== ruling.winner, 'the side that won a case appeals');
      ruling.phase = 'appealed';
      return;
    }
    must('trades', ruling.phase === 'appealed', `${event.type} comes, and no appeal is open`);
    if (event.type === 'CaseStatementAdded') {
      must('members', speaksAs(ruling.terms, actor, event.data.by), 'in an appeal one speaks for another');
      return;
    }
    const { outcome, grounds, approval, approvedBy } = event.data;
    const isReversed = phase === 'completed' && outcome === 'overturn';
    must('members', party === undefined, 'a party decides on its own appeal');
    must('trades', isReversed === (grounds === undefined), 'an appeal is decided without grounds');
    this.#namesApprovers ||= approvedBy !== undefined;
    must(
      'members',
      isReversed || approvedBy === (this.#namesApprovers ? ruling.approvedBy : undefined),
      'the decision on an appeal names another than who approved the ruling',
    );
    const isAgain = (actorId === ruling.by || actorId === approvedBy) && !isReversed;
    must(
      'members',
      isAgain === (approval !== undefined),
      'an appeal is decided by who ruled or approved the ruling, or says so wrongly',
    );
    ruling.phase = isReversed ? 'to be reversed' : 'decided';
    ruling.decided = commandKey(actor);
  }

  isOpen = (tradeId: string): boolean => this.#rulings.get(tradeId)?.phase === 'appealed';

  reversed(tradeId: string, actor: Actor): void {
    must('trades', !this.isOpen(tradeId), 'a trade is reversed while an appeal against its ruling is open');
    const ruling = this.#rulings.get(tradeId);
    must(
      'trades',
      ruling?.phase !== 'to be reversed' || ruling.decided === commandKey(actor),
      'an appeal and the reversal that decides it are two commands',
    );
    this.#rulings.delete(tradeId);
  }

  checkRest(): void {
    for (const [tradeId, { phase }] of this.#rulings)
      must(
        'trades',
        phase !== 'to be reversed',
        `trade ${tradeId} was to be reversed by an appeal, and is not`,
      );
  }
}
