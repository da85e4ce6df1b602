import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { TradeId } from '@matgyo/contracts/ids';
import type { Unapproved } from '@matgyo/ledger/approval/unapproved';
import { refuseConflict } from '@matgyo/ledger/conflict-of-interest';
import { invariant } from '@matgyo/ledger/invariant';
import { refuse } from '@matgyo/ledger/refusal';
import { type Ruling, revisionForRuling, ruleCase } from '@matgyo/ledger/trade/case-decisions';
import { withdrawOffer } from '@matgyo/ledger/trade/consent';
import type { SeenMark } from '@matgyo/ledger/trade/payment';
import { type ExistingTrade, isResting, type Trade, type TradeTerms } from '@matgyo/ledger/trade/trade';
import { startCancelling, startCompleting, withApproval } from '@matgyo/ledger/trade/trade-decisions';
import type { Command } from '../../platform/commands/execute-on-stream.ts';
import { actingStaff } from '../orders/accounts.ts';
import { loadPair, refusePairIfStale, type SeenRevisions } from '../orders/order-pair.ts';
import {
  type Approved,
  approvalOf,
  beneficiariesOf,
  isApproved,
  withWanted,
} from '../second-admin/approval-of.ts';
import { executeOnTrade } from './execute-on-trade.ts';
import { findTrade, loadTrade, type TradeRef } from './find-trade.ts';
import { answerFrom, type TradeAnswer } from './trade-answer.ts';
import { driveTrade, TradeBeingProcessed, type TradeProcess } from './trade-process.ts';

/** A request to finish a match. `expected`: the orders' revisions the caller saw; `marked`: the last payment step. */
export interface FinishRequest {
  readonly command: Command;
  readonly trade: TradeRef;
  readonly expected?: SeenRevisions | undefined;
  readonly marked?: SeenMark;
  /** Runs once the decision is certain. */
  readonly beforeAppend?: () => Promise<void>;
}

/**
 * One that may need a second admin. `approval`: what another admin approved, or what a person typed, who has to type
 * the won of a match that no other admin can check. The demo market and simulations type nothing.
 */
export interface ApprovableRequest extends FinishRequest {
  readonly approval: Approved | { readonly typed: string | undefined } | 'nothing typed';
}

/**
 * Completes a match and returns when both orders are settled. `reason`: why, if a payment step is not marked.
 *
 * Refused: ORDER_NOT_FOUND, TRADE_NOT_FOUND, NEVER_MATCHED, TRADE_ALREADY_FINISHED, STALE_REVISION, OWN_ORDER,
 * FEE_TO_OWN_CODE, CONSENT_PENDING, TRADE_IN_CASE, STEPS_CHANGED, APPROVAL_NEEDED, APPROVAL_OUTDATED, APPROVAL_BY_NO_ADMIN,
 * CONFIRM_ALONE, and IN_PROGRESS when another command was completing it (which is then finished). Throws
 * `TradeNotFinished` when it is decided but not carried out in time. A repeat gets the first reply.
 */
export const completeTrade = (
  process: TradeProcess,
  request: ApprovableRequest & { readonly reason?: string | undefined },
): Promise<TradeAnswer> =>
  finishTrade(process, request, {
    moving: 'completing',
    done: 'completed',
    start: (trade, feeCode) => startCompleting(trade, feeCode, request.reason, request.marked),
  });

const byAdmin = 'CANCELLED_BY_ADMIN';

/**
 * Cancels a match or an offer and reopens both orders for its amount; with `ifOffered` only an offer. Otherwise as
 * `completeTrade`, and refused: OFFER_OVER.
 */
export const cancelTrade = (
  process: TradeProcess,
  { ifOffered = false, ...request }: FinishRequest & { readonly ifOffered?: boolean | undefined },
): Promise<TradeAnswer> =>
  finishTrade(
    process,
    { ...request, approval: 'nothing typed' },
    {
      moving: 'cancelling',
      done: 'cancelled',
      start: (trade) =>
        ifOffered ? withdrawOffer(trade, byAdmin) : startCancelling(trade, byAdmin, request.marked),
    },
  );

export type CaseRuling = Omit<Ruling, 'sellerReferralCode'>;

/**
 * Completes or cancels a match by a case's ruling; the ruling and the decision are one append. Also refused:
 * CASE_CLOSED, CASE_NOT_TAKEN, CASE_TAKEN, STATEMENTS_ADDED.
 */
export const carryOutRuling = (
  process: TradeProcess,
  { ruling, ...request }: ApprovableRequest & { readonly ruling: CaseRuling },
): Promise<TradeAnswer> =>
  finishTrade(process, request, {
    ...(ruling.outcome === 'complete'
      ? { moving: 'completing', done: 'completed' }
      : { moving: 'cancelling', done: 'cancelled' }),
    start: (trade, sellerReferralCode) => ruleCase(trade, { ...ruling, sellerReferralCode }),
  });

interface Finish {
  readonly moving: 'completing' | 'cancelling';
  readonly done: 'completed' | 'cancelled';
  /** `feeCode`: the seller's current referral code. */
  readonly start: (trade: Trade, feeCode: string | null) => readonly TradeEvent[] | Unapproved<TradeEvent>;
}

async function finishTrade(
  process: TradeProcess,
  { command, trade: ref, expected, approval, beforeAppend }: ApprovableRequest,
  finish: Finish,
): Promise<TradeAnswer> {
  const { ledger } = process;
  const tradeId = await findTrade(ledger.log, ref, command.commandId);
  const decided = await driveToDecision(process, command, tradeId);
  const started = await executeOnTrade(ledger, {
    tradeId,
    command,
    alreadyRead: decided,
    decide: async (trade, revision) => {
      if (trade.state !== 'matched' && trade.state !== 'offered') return [];
      if (expected !== undefined) refusePairIfStale(await loadPair(ledger.log, trade.terms), expected);
      const beneficiaries = await beneficiariesOf(
        process,
        trade.terms,
        isApproved(approval) ? approval : undefined,
      );
      refuseConflict(await actingStaff(ledger.log, command.actorId), beneficiaries);
      const decided = finish.start(trade, beneficiaries.feeCode);
      const decision = {
        actorId: command.actorId,
        orders: trade.terms,
        revision: revisionForRuling(trade, revision),
        beneficiaries,
      };
      const approve = async (events: Unapproved<TradeEvent>) =>
        withApproval(events, await approvalOf(process, decision, givenFor(approval, events, trade.terms)));
      const events = 'unapproved' in decided ? await approve(decided) : decided;
      await beforeAppend?.();
      return events;
    },
  });
  // Also after another process's decision: finishes its work first.
  const trade = await driveTrade(process, command, tradeId, started.history);
  if (started.outcome === 'unchanged') refuseFinishing(started.state, finish, ref);
  const done = trade.state.state === 'rejected' ? 'rejected' : finish.done;
  return answerFrom(trade, done);
}

/** To be typed is the won of what is completed, if that is less than matched. */
function givenFor(
  approval: ApprovableRequest['approval'],
  { unapproved }: Unapproved<TradeEvent>,
  { krw: matched }: TradeTerms,
) {
  const [krw] = unapproved.flatMap(({ type, data }) => (type === 'TradeCompleting' ? (data.krw ?? []) : []));
  return withWanted(approval, krw ?? matched);
}

/** Drives a trade that is still proposed to its end, matched or rejected. */
async function driveToDecision(process: TradeProcess, command: Command, tradeId: TradeId) {
  const history = await loadTrade(process.ledger.log, tradeId);
  const { state } = history.state;
  if (process.isOneAppend && state !== 'none' && !isResting(history.state))
    throw new TradeBeingProcessed(tradeId);
  return state === 'proposed' || state === 'rejecting'
    ? driveTrade(process, command, tradeId, history)
    : history;
}

function refuseFinishing(trade: Trade, finish: Finish, ref: TradeRef): never {
  invariant(trade.state !== 'none', 'a trade to finish exists');
  const { state, terms } = trade;
  const { tradeId } = terms;
  if (state === finish.moving) refuse('IN_PROGRESS', { tradeId });
  const end = endOf[state];
  // Callers that name two orders were never shown a rejected match.
  if (end === 'rejected' && ref.tradeId === undefined) refuse('NEVER_MATCHED');
  invariant(end !== undefined, `trade ${tradeId} rests`);
  refuse('TRADE_ALREADY_FINISHED', { tradeId, state: end });
}

const endOf: {
  readonly [State in ExistingTrade['state']]?: 'rejected' | 'completed' | 'reversed' | 'cancelled';
} = {
  rejecting: 'rejected',
  rejected: 'rejected',
  completing: 'completed',
  completed: 'completed',
  reversed: 'reversed',
  cancelling: 'cancelled',
  cancelled: 'cancelled',
};
