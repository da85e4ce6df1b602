import { z } from 'zod';
import {
  appealOutcomes,
  caseParties,
  caseReasons,
  rulingOutcomes,
  rulingReasons,
  statementLengthMax,
} from '../cases.ts';
import { type CaseId, sides } from '../ids.ts';
import { conflictsOfInterest } from '../ledger-refusals.ts';
import { casePaths } from '../paths/cases.ts';
import { paymentMethods } from '../payment-steps.ts';
import { sha256Hex } from '../proofs.ts';
import { usdtSchema } from '../schemas/money.ts';
import { tradeStatuses } from '../trade-phase.ts';
import { clientFill, idParams, requiredText, tradeParams } from './client-values.ts';
import {
  confirmAlone,
  endpoint,
  jpegFile,
  messageResponse,
  pageOf,
  pageQuery,
  storedLanguage,
} from './endpoint.ts';
import { imageBytesMax } from './members.ts';
import { count, exchanged, ledgerId, timestamp } from './order-views.ts';
import { transfer } from './payment-steps.ts';

const party = z.enum(caseParties);

export const statementText = requiredText('STATEMENT_REQUIRED', statementLengthMax, 'STATEMENT_TOO_LONG');

export const caseParams = idParams<CaseId>('CASE_NOT_FOUND');

export const orderOfMember = z.object({ _id: ledgerId, orderCode: z.string(), nickname: z.string() });

/** `as`: the caller's role in the case. `admin`: who has taken it, and then ruled; members see that it is taken, not by whom. */
const summary = {
  _id: ledgerId,
  tradeId: ledgerId,
  status: z.enum(['open', 'withdrawn', 'ruled']),
  reason: z.string(),
  openedBy: party,
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
  outcome: z.enum(rulingOutcomes).nullable(),
  appeal: z.enum(['open', ...appealOutcomes]).nullable(),
  appealedAt: timestamp.nullable(),
  as: party,
  taken: z.boolean(),
  takenByMe: z.boolean(),
  admin: z.string().nullable(),
  statements: count,
  sell: orderOfMember,
  buy: orderOfMember,
  ...exchanged,
  tradeStatus: z.enum(tradeStatuses),
};
export const caseSummary = z.object(summary);
export type CaseSummary = z.output<typeof caseSummary>;

/** A statement with the hash in the ledger; `text` is null if it was removed by SQL. `matches`: text and hash agree. */
const statement = z.object({
  hash: sha256Hex,
  text: z.string().nullable(),
  image: z.string().nullable(),
  matches: z.boolean(),
});
export type StatementView = z.output<typeof statement>;

/**
 * An event of the trade, from its match on. `by` is null for events without a person. `outcome`: of a ruling or an
 * appeal; `amount`: what a ruling completes, if less than matched; `method`: how the won were sent, if it was stated;
 * `signature` and `transfer`: of the USDT's transaction, and what Solana showed.
 */
const entry = z.object({
  _id: z.string(),
  type: z.string(),
  at: timestamp,
  by: party.nullable(),
  nickname: z.string().nullable(),
  ofThisCase: z.boolean(),
  reasons: z.array(z.string()),
  outcome: z.enum([...rulingOutcomes, ...appealOutcomes]).nullable(),
  amount: usdtSchema.nullable(),
  method: z.enum(paymentMethods).nullable(),
  signature: z.string().nullable(),
  transfer: transfer.nullable(),
  statement: statement.nullable(),
});
export type CaseEntry = z.output<typeof entry>;

/**
 * `appealUntil`: until when the ruling can be appealed against; null: not, or no more. `appellant`: the only party that
 * can (null: either). `lostBy`: the party whom the ruling's reasons are against. `matchedAmount`: of the match;
 * `amount` is less where a ruling completed a part. `needsApproval`: another admin has to approve the caller's ruling.
 */
export const caseView = z.object({
  ...summary,
  appealUntil: timestamp.nullable(),
  appellant: z.enum(sides).nullable(),
  lostBy: z.enum(sides).nullable(),
  matchedAmount: usdtSchema,
  needsApproval: z.boolean(),
  timeline: z.array(entry),
});
export type CaseView = z.output<typeof caseView>;

const upload = { field: 'image', required: false, bytesMax: imageBytesMax } as const;
const imageErrors = ['STATEMENT_REQUIRED', 'STATEMENT_TOO_LONG', 'IMAGE_INVALID'] as const;

/** How many statements the caller has read. With it the call is refused if there are more. */
export const readStatements = count.optional();

/** A ruling. `amount`: to complete less than is matched and release the rest; without meaning where it cancels. */
export const rulingBody = {
  outcome: z.enum(rulingOutcomes),
  amount: clientFill.meta({
    description:
      'USDT to complete, above 0 and at most what is matched, with at most 4 decimals; all of it if left out',
  }),
  reasons: z
    .array(z.enum(rulingReasons), 'RULING_NEEDS_REASON')
    .min(1, 'RULING_NEEDS_REASON')
    .max(rulingReasons.length)
    .refine((reasons) => new Set(reasons).size === reasons.length),
  statement: statementText,
  statements: readStatements,
} as const;

export const rulingErrors = [
  'STATEMENTS_ADDED',
  'RULING_NEEDS_REASON',
  'REASONS_CONTRADICT',
  'USDT_NOT_POSITIVE',
  'RULING_EXCEEDS_MATCH',
  'WON_ROUND_TO_ZERO',
] as const;

/** What the commands on a case have in common. */
const onCase = { params: caseParams, response: messageResponse, ledger: true } as const;
const statementBody = z.object({ statement: statementText, storedLanguage });

export const caseEndpoints = {
  openCase: endpoint(casePaths.openCase, {
    summary:
      'Opens a case (a dispute) on a match, with a first statement and at most one image: by either party, or an admin. Until it ends the match stands still.',
    params: tradeParams,
    upload,
    body: z.object({
      reason: z.enum(caseReasons, 'CASE_NEEDS_REASON'),
      statement: statementText,
      storedLanguage,
    }),
    response: z.object({ message: z.string(), caseId: ledgerId }),
    success: 201,
    ledger: true,
    errors: [
      ...(['TRADE_NOT_FOUND', 'TRADE_ALREADY_FINISHED', 'TRADE_NOT_MATCHED', 'TRADE_IN_CASE'] as const),
      ...(['CASE_NEEDS_REASON', 'TOO_MANY_CASES', 'ACCOUNT_INACTIVE'] as const),
      ...imageErrors,
    ],
  }),
  cases: endpoint(casePaths.cases, {
    summary:
      'Cases, newest first, `mine` oldest first, `open` by the longest wait first, that of an appeal since it was made: of members their own, of admins all. `own`: of own matches; `mine`: those that the calling admin has taken.',
    query: pageQuery.extend({ show: z.enum(['own', 'open', 'mine', 'ended', 'all']).default('all') }),
    response: pageOf(caseSummary),
  }),
  case: endpoint(casePaths.case, {
    summary: 'One case with everything that happened to its match, for the two parties and admins.',
    params: caseParams,
    response: caseView,
    errors: ['CASE_NOT_FOUND'],
  }),
  addStatement: endpoint(casePaths.addStatement, {
    summary: 'Adds a statement to an open case or appeal, with at most one image.',
    ...onCase,
    upload,
    body: statementBody,
    success: 201,
    errors: ['CASE_NOT_FOUND', 'CASE_CLOSED', 'TOO_MANY_STATEMENTS', ...imageErrors],
  }),
  image: endpoint(casePaths.image, {
    summary: 'The image of a statement, for the two parties and admins.',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'NOT_FOUND') }),
    ...jpegFile,
  }),
  withdraw: endpoint(casePaths.withdraw, {
    summary:
      'Withdraws an open case, by the person who opened it: the match continues, and its window is extended by the case’s duration.',
    ...onCase,
    errors: ['CASE_NOT_FOUND', 'CASE_CLOSED', 'CASE_NOT_YOURS'],
  }),
  take: endpoint(casePaths.take, {
    summary: 'The calling admin takes an open case: one at a time.',
    ...onCase,
    errors: ['CASE_NOT_FOUND', 'CASE_CLOSED', 'CASE_TAKEN', ...conflictsOfInterest],
  }),
  release: endpoint(casePaths.release, {
    summary: 'Releases a taken case, so that another admin can take it.',
    ...onCase,
    errors: ['CASE_NOT_FOUND', 'CASE_CLOSED', 'CASE_NOT_TAKEN', 'OWN_ORDER'],
  }),
  rule: endpoint(casePaths.rule, {
    summary: 'Rules on a case, by the admin who has taken it: the match is completed or cancelled with it.',
    ...onCase,
    body: z.object({ ...rulingBody, confirmAlone, storedLanguage }),
    stepUp: true,
    errors: [
      ...(['CASE_NOT_FOUND', 'CASE_CLOSED', 'CASE_NOT_TAKEN', 'CASE_TAKEN'] as const),
      ...(['STATEMENT_REQUIRED', 'STATEMENT_TOO_LONG'] as const),
      ...rulingErrors,
      ...(['TRADE_ALREADY_FINISHED', 'TRADE_NOT_FINISHED', 'APPROVAL_NEEDED', 'CONFIRM_ALONE'] as const),
      ...conflictsOfInterest,
    ],
  }),
  appeal: endpoint(casePaths.appeal, {
    summary:
      'Appeals against a ruling that was carried out, with a statement and at most one image: by the party that lost, or either if the view of the case names no `appellant`; once, within 72 hours. What the ruling did stands until the appeal is decided.',
    ...onCase,
    upload,
    body: statementBody,
    success: 201,
    errors: [
      ...([
        'CASE_NOT_FOUND',
        'NO_RULING',
        'APPEAL_NOT_YOURS',
        'ALREADY_APPEALED',
        'APPEAL_TOO_LATE',
      ] as const),
      ...(['TRADE_REVERSED', ...imageErrors] as const),
    ],
  }),
  ruleOnAppeal: endpoint(casePaths.ruleOnAppeal, {
    summary:
      'Decides an appeal for good, by another admin than those who ruled and who approved it, if there is one. `overturn` is possible for a cancelled match, and changes nothing but the record; a completed trade is reversed instead, which decides its appeal.',
    ...onCase,
    body: z.object({
      outcome: z.enum(appealOutcomes),
      statement: statementText,
      statements: readStatements,
      storedLanguage,
    }),
    stepUp: true,
    errors: [
      ...(['CASE_NOT_FOUND', 'CASE_CLOSED', 'APPEAL_NEEDS_ANOTHER_ADMIN', 'APPEAL_NEEDS_REVERSAL'] as const),
      ...(['STATEMENT_REQUIRED', 'STATEMENT_TOO_LONG', 'STATEMENTS_ADDED'] as const),
      ...conflictsOfInterest,
    ],
  }),
} as const;
