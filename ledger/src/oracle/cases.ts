import { type Actor, isParty, speaksAs } from './parties.ts';
import { must } from './rule-broken.ts';
import type { Move, TradeTerms } from './trades.ts';

/** For one trade: whether an open case blocks it, and who may act on the case. Throws `RuleBroken`. */
export class CaseAccount {
  readonly #terms: TradeTerms;
  readonly #opened = new Set<string>();
  #open: { readonly caseId: string; readonly by: string } | undefined;
  #admin: string | undefined;
  /** What the ruling has come next. */
  #next: 'TradeCompleting' | 'TradeCancelling' | undefined;
  /** What the ruling completes, if it is a part. */
  ruledPart: string | undefined;

  constructor(terms: TradeTerms) {
    this.#terms = terms;
  }

  /** Every event of the trade. */
  move(event: Move, actor: Actor): void {
    if (this.#next !== undefined)
      must('trades', event.type === this.#next, `a case is ruled on, and ${event.type} comes`);
    switch (event.type) {
      case 'CaseOpened':
        must('trades', this.#open === undefined, 'a second case is opened before the first has ended');
        must('trades', !this.#opened.has(event.data.caseId), 'a case is opened twice');
        this.#speaks(event.data.by, actor);
        this.#opened.add(event.data.caseId);
        this.#open = { caseId: event.data.caseId, by: event.data.by };
        return;
      case 'CaseStatementAdded':
        this.#isOpen(event.data.caseId);
        this.#speaks(event.data.by, actor);
        return;
      case 'CaseTaken':
        this.#isOpen(event.data.caseId);
        this.#isNoParty(actor);
        must('trades', this.#admin === undefined, 'a case is taken by two admins');
        must('members', event.data.adminId === actor.actorId, 'a case is taken for another admin');
        this.#admin = event.data.adminId;
        return;
      case 'CaseReleased':
        this.#isOpen(event.data.caseId);
        this.#isNoParty(actor);
        must('trades', this.#admin !== undefined, 'a case is released that no admin had taken');
        this.#admin = undefined;
        return;
      case 'CaseWithdrawn':
        this.#isOpen(event.data.caseId);
        this.#speaks(this.#open?.by, actor);
        this.#open = this.#admin = undefined;
        return;
      case 'CaseRuled':
        this.#isOpen(event.data.caseId);
        this.#isNoParty(actor);
        must('members', this.#admin === actor.actorId, 'a case is ruled on by an admin who has not taken it');
        this.ruledPart = event.data.amount;
        must(
          'trades',
          this.ruledPart === undefined || event.data.outcome === 'complete',
          'a part is cancelled',
        );
        this.#next = event.data.outcome === 'complete' ? 'TradeCompleting' : 'TradeCancelling';
        return;
      case 'TransferChecked':
        return;
      default: {
        const free = this.#open === undefined || this.#next !== undefined;
        must('trades', free, `${event.type} comes while a case is open`);
        if (this.#next !== undefined) this.#open = this.#next = undefined;
        const part = 'amount' in event.data ? event.data.amount : undefined;
        if (event.type === 'TradeCompleting')
          must('trades', part === this.ruledPart, 'a ruling completes another amount than it says');
      }
    }
  }

  #isOpen(caseId: string): void {
    must('trades', this.#open?.caseId === caseId, `case ${caseId} is not the open one`);
  }

  #speaks(by: string | undefined, actor: Actor): void {
    must('members', speaksAs(this.#terms, actor, by), 'in a case one speaks for another');
  }

  #isNoParty(actor: Actor): void {
    must('members', !isParty(this.#terms, actor), 'a party decides about its own case');
  }
}
