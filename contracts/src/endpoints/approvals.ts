import { z } from 'zod';
import { approvalStates } from '../approvals.ts';
import { rulingOutcomes, rulingReasons } from '../cases.ts';
import type { ApprovalId } from '../ids.ts';
import { conflictsOfInterest } from '../ledger-refusals.ts';
import { approvalPaths } from '../paths/approvals.ts';
import { unmarkedReasons } from '../payment-steps.ts';
import { reversalReasons } from '../reversals.ts';
import { krwSchema, priceSchema, usdtSchema } from '../schemas/money.ts';
import { caseParams, orderOfMember, readStatements, rulingBody, rulingErrors } from './cases.ts';
import { idParams, tradeParams } from './client-values.ts';
import { endpoint, messageResponse, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { accountStatuses } from './member-fields.ts';
import { count, exchanged, ledgerId, person, timestamp } from './order-views.ts';
import { seenMark } from './payment-steps.ts';
import { priceBody, priceErrors } from './price.ts';
import { reversalBody, reversalErrors } from './reversals.ts';

const approvalParams = idParams<ApprovalId>('APPROVAL_NOT_FOUND');

/**
 * `reason`: why it is completed although a payment step is not marked. `ruling`: the case, and its ruling, which may
 * also cancel the match. `part`: what it completes, if less than matched; `released`: the rest, open again in both
 * orders.
 */
const requestedCompletion = z.object({
  tradeId: ledgerId,
  sell: orderOfMember,
  buy: orderOfMember,
  ...exchanged,
  reason: z.string().nullable(),
  ruling: z
    .object({
      caseId: ledgerId,
      outcome: z.enum(rulingOutcomes),
      part: z.object({ amount: usdtSchema, krw: krwSchema, released: usdtSchema }).nullable(),
      reasons: z.array(z.enum(rulingReasons)),
      text: z.string().nullable(),
    })
    .nullable(),
});

/** The completed trade to reverse, and why. If it decides an appeal, it overturns its ruling. */
const requestedReversal = requestedCompletion
  .omit({ reason: true, ruling: true })
  .extend({ fee: usdtSchema, reason: z.enum(reversalReasons), text: z.string().nullable() });

/** The member's fields to set; null: unchanged. */
const requestedRole = z.object({
  member: person,
  admin: z.boolean().nullable(),
  manager: z.boolean().nullable(),
  status: z.enum(accountStatuses).nullable(),
});

/** `before`: the price in force. `from`: of those of the last 24 hours the one from which it moves furthest. */
const requestedPrice = z.object({ price: priceSchema, before: priceSchema, from: priceSchema });

/**
 * `mine`: the caller requested it. `conflict`: why the caller may not decide it besides. `mayRefuse`: false
 * if there is a conflict, or if another admin's request would change the caller's role and a third can decide.
 * `dispute`: the case on which it rules, or whose appeal it decides. Of its `statements`, `since` came after the request:
 * the grounds may not consider them.
 */
const requested = z.object({
  _id: ledgerId,
  state: z.enum(approvalStates),
  askedBy: person,
  askedAt: timestamp,
  until: timestamp,
  decidedBy: person.nullable(),
  decidedAt: timestamp.nullable(),
  mine: z.boolean(),
  conflict: z.literal('OWN_ORDER').nullable(),
  mayRefuse: z.boolean(),
  dispute: z.object({ caseId: ledgerId, statements: count, since: count }).nullable(),
});
export const approvalView = z.discriminatedUnion('kind', [
  requested.extend({ kind: z.literal('completion'), completion: requestedCompletion }),
  requested.extend({ kind: z.literal('reversal'), reversal: requestedReversal }),
  requested.extend({ kind: z.literal('role'), role: requestedRole }),
  requested.extend({ kind: z.literal('price'), price: requestedPrice }),
]);
export type ApprovalView = z.output<typeof approvalView>;

const roleBody = {
  admin: z.boolean().optional(),
  manager: z.boolean().optional(),
  status: z.enum(accountStatuses).optional(),
};
const tradeErrors = ['TRADE_NOT_FOUND', 'TRADE_ALREADY_FINISHED', 'TRADE_IN_CASE'] as const;

const decision = { params: approvalParams, response: messageResponse, ledger: true } as const;

export const approvalEndpoints = {
  requestApproval: endpoint(approvalPaths.requestApproval, {
    summary:
      'Asks another admin to approve what was refused with APPROVAL_NEEDED: completing a match, ruling on a case, reversing a completed trade, changing who is staff, or setting a price. It is open for 24 hours.',
    body: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('completion'),
        tradeId: tradeParams.shape.id,
        reason: z.enum(unmarkedReasons).optional(),
        marked: seenMark,
        storedLanguage,
      }),
      z.object({
        kind: z.literal('ruling'),
        caseId: caseParams.shape.id,
        ...rulingBody,
        outcome: rulingBody.outcome.default('complete'),
        storedLanguage,
      }),
      z.object({
        kind: z.literal('reversal'),
        tradeId: tradeParams.shape.id,
        ...reversalBody,
        storedLanguage,
      }),
      z.object({
        kind: z.literal('role'),
        nickname: z.string().min(1).max(100),
        ...roleBody,
        storedLanguage,
      }),
      z.object({ kind: z.literal('price'), ...priceBody }),
    ]),
    response: z.object({ message: z.string(), approvalId: ledgerId, until: timestamp }),
    success: 201,
    ledger: true,
    stepUp: true,
    errors: [
      ...(['APPROVAL_NOT_NEEDED', 'APPROVAL_WAITING', 'TRADE_NOT_MATCHED', 'STEPS_CHANGED'] as const),
      ...(['MEMBER_NOT_FOUND', 'LAST_ADMIN'] as const),
      ...priceErrors,
      ...(['CASE_NOT_FOUND', 'CASE_CLOSED', 'CASE_NOT_TAKEN', 'CASE_TAKEN'] as const),
      ...rulingErrors,
      ...reversalErrors,
      ...tradeErrors,
    ],
  }),
  approvals: endpoint(approvalPaths.approvals, {
    summary:
      'What needs, or needed, another admin: the waiting ones from the oldest on, the others newest first.',
    query: pageQuery.extend({ show: z.enum(['waiting', 'ended']).default('waiting') }),
    response: pageOf(approvalView),
  }),
  approval: endpoint(approvalPaths.approval, {
    summary: 'One request, waiting or ended.',
    params: approvalParams,
    response: approvalView,
    errors: ['APPROVAL_NOT_FOUND'],
  }),
  approve: endpoint(approvalPaths.approve, {
    summary: 'Approves another admin’s request unchanged, and executes it.',
    ...decision,
    body: z.object({ statements: readStatements }),
    stepUp: true,
    errors: [
      ...(['APPROVAL_NOT_FOUND', 'APPROVAL_OVER', 'APPROVAL_OWN', 'APPROVAL_OUTDATED'] as const),
      ...(['APPROVAL_BY_NO_ADMIN', 'TRADE_NOT_FINISHED', 'LAST_ADMIN'] as const),
      ...(['STATEMENTS_ADDED', 'TRADE_NOT_COMPLETED', 'TRADE_REVERSED'] as const),
      // Of requests that an earlier version accepted.
      ...(['REASONS_CONTRADICT', 'NO_OPEN_APPEAL'] as const),
      ...tradeErrors,
      ...conflictsOfInterest,
    ],
  }),
  refuse: endpoint(approvalPaths.refuse, {
    summary: 'Refuses a request, or withdraws the caller’s own, without executing it.',
    ...decision,
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_OVER', 'OWN_ORDER', 'APPROVAL_ABOUT_SELF'],
  }),
} as const;
