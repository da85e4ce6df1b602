import type { CaseParty, RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseEvent } from '@matgyo/contracts/events/trade-events';
import type { CaseId, MemberId, Side } from '@matgyo/contracts/ids';
import { invariant } from '../invariant.ts';
import { refuse } from '../refusal.ts';
import { appellantOf } from './losing-side.ts';
import { extendedByStop, type Payment } from './payment.ts';

export type Counts = Readonly<Record<CaseParty, number>>;

/** A case that stops its trade. */
export interface OpenCase {
  readonly caseId: CaseId;
  readonly openedBy: CaseParty;
  readonly openedAt: string;
  /** The admin who has taken it. */
  readonly adminId: MemberId | null;
  readonly statements: Counts;
  /** After the ruling only the events that execute it may follow. */
  readonly ruled: RulingOutcome | null;
  /** The only side that may appeal against the ruling; null: either may. */
  readonly appellant: Side | null;
}

/** A matched trade's record of its cases. */
export interface Cases {
  readonly open: OpenCase | null;
  /** How many each side has opened. */
  readonly opened: Counts;
}

const none: Counts = { sell: 0, buy: 0, admin: 0 };
export const noCases: Cases = { open: null, opened: none };

interface Disputed {
  readonly cases: Cases;
  readonly payment: Payment;
}

/** Throws `InvariantBroken` when the event cannot follow (docs/ledger.md, cases). */
export function evolveCases({ cases, payment }: Disputed, event: CaseEvent, at: string): Disputed {
  const { tradeId, caseId } = event.data;
  const { open, opened } = cases;
  if (event.type === 'CaseOpened') {
    invariant(open === null, `trade ${tradeId} has one open case`);
    const { by } = event.data;
    const newCase = { caseId, openedBy: by, openedAt: at, adminId: null, statements: none };
    return {
      cases: { open: { ...newCase, ruled: null, appellant: null }, opened: counted(opened, by) },
      payment,
    };
  }
  invariant(open?.caseId === caseId && open.ruled === null, `trade ${tradeId}: case ${caseId} is open`);
  invariant(
    event.type !== 'CaseAppealed' && event.type !== 'AppealRuled',
    `trade ${tradeId}: an appeal comes after its ruling was carried out`,
  );
  if (event.type !== 'CaseWithdrawn')
    return { cases: { open: changed(open, event, tradeId), opened }, payment };
  return { cases: { open: null, opened }, payment: extendedByStop(payment, { from: open.openedAt, to: at }) };
}

function changed(
  open: OpenCase,
  event: Exclude<CaseEvent, { type: 'CaseOpened' | 'CaseWithdrawn' | 'CaseAppealed' | 'AppealRuled' }>,
  tradeId: string,
): OpenCase {
  switch (event.type) {
    case 'CaseStatementAdded':
      return { ...open, statements: counted(open.statements, event.data.by) };
    case 'CaseTaken':
      invariant(open.adminId === null, `trade ${tradeId}: its case is taken by one admin`);
      return { ...open, adminId: event.data.adminId };
    case 'CaseReleased':
      invariant(open.adminId !== null, `trade ${tradeId}: its case is released after it was taken`);
      return { ...open, adminId: null };
    case 'CaseRuled':
      invariant(open.adminId !== null, `trade ${tradeId}: its case is ruled on after it was taken`);
      return { ...open, ruled: event.data.outcome, appellant: appellantOf(event.data) };
    default:
      return event satisfies never;
  }
}

export const statementCount = (statements: Counts): number =>
  Object.values(statements).reduce((sum, count) => sum + count, 0);

/** For decisions of an admin who has read the first `read` statements; undefined: not stated. Refused: STATEMENTS_ADDED. */
export function refuseUnlessRead(counts: Counts, read: number | undefined): void {
  const statements = statementCount(counts);
  if (read !== undefined && read < statements) refuse('STATEMENTS_ADDED', { statements });
}

export const counted = (counts: Counts, by: CaseParty): Counts => ({ ...counts, [by]: counts[by] + 1 });

const carriedOutBy = { complete: 'TradeCompleting', cancel: 'TradeCancelling' } as const;

/** While a case is open, a trade continues only as ruled; the check of a transaction on Solana is still recorded. */
export const mayFollow = ({ open }: Cases, type: string): boolean =>
  open === null || type === (open.ruled === null ? 'TransferChecked' : carriedOutBy[open.ruled]);

export function refuseInCase({ cases: { open } }: { readonly cases: Cases }): void {
  if (open !== null) refuse('TRADE_IN_CASE', { caseId: open.caseId });
}
