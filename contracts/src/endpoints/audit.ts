import { z } from 'zod';
import { auditActions } from '../audit-actions.ts';
import { caseFile } from '../case-file.ts';
import { actorRoles } from '../events/metadata.ts';
import { sides } from '../ids.ts';
import { auditPaths } from '../paths/audit.ts';
import { checkpointKey, inclusionProof, signedCheckpoint } from '../proofs.ts';
import { priceSchema, usdtSchema } from '../schemas/money.ts';
import { searchLengthMax } from '../search-length.ts';
import { orderParams } from './client-values.ts';
import { csvFile, endpoint, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { count, ledgerId, orderState, person, settledParts, timestamp } from './order-views.ts';
import { period, periodErrors } from './own-trades.ts';

/**
 * One event of an order's history, its own or one of its trades'. An owner sees the actor only of their own actions,
 * and not the other order of a trade, which concerns other people.
 */
const trailEntry = z.object({
  entry: z.int().positive(),
  eventId: z.uuid(),
  stream: z.string(),
  revision: count,
  type: z.string(),
  at: timestamp,
  actorId: ledgerId.nullable(),
  actorNickname: z.string().nullable(),
  actorRole: z.enum(actorRoles),
  reason: z.string().nullable(),
  tradeId: ledgerId.nullable(),
  counterOrderId: ledgerId.nullable(),
  amount: usdtSchema.nullable(),
  /** What a settlement of a part left of its match: it is open again. */
  released: usdtSchema.nullable(),
  fee: usdtSchema.nullable(),
  commandId: z.uuid().nullable(),
  prevHash: z.string(),
  hash: z.string(),
  state: orderState.extend(settledParts),
});
export type TrailEntry = z.output<typeof trailEntry>;

/**
 * What does not verify, and where. `changed`: the event is not what was sealed; `broken`: it does not continue the
 * chain; `missing`: the log lacks it; `differs`: the trail shows another event; `rewritten`, `cut`: a checkpoint was
 * signed over another event there, or over more events.
 */
const trailFinding = z.object({
  what: z.enum(['changed', 'broken', 'missing', 'differs', 'rewritten', 'cut']),
  stream: z.string(),
  revision: count,
  /** The contradicting checkpoint. */
  checkpoint: z.int().positive().nullable(),
});
export type TrailFinding = z.output<typeof trailFinding>;

/** A signed checkpoint with its key, and the inclusion proofs of this page's streams. */
const trailProof = z.object({
  checkpoint: signedCheckpoint,
  key: checkpointKey,
  heads: z.array(inclusionProof),
});

const auditLogQuery = period.extend({
  /** The actor: a nickname or a member's id. */
  actor: z.string().trim().max(searchLengthMax).optional(),
  action: z.enum(auditActions).optional(),
  /** The subject: an id, a member's nickname or an order's code. */
  subject: z.string().trim().max(searchLengthMax).optional(),
});

const auditEntry = z.object({
  /** Number in the chain, from 1 without gaps. */
  sequence: z.int().positive(),
  at: timestamp,
  action: z.enum(auditActions),
  actorId: ledgerId.nullable(),
  actorNickname: z.string().nullable(),
  actorRole: z.enum(['admin', 'manager', 'member']).nullable(),
  subjectId: z.string().nullable(),
  /** If the subject is a member, or a member's inquiry or chat with the admins. */
  subjectMember: person.nullable(),
  /** If the subject is an order or its chat, or a match (then its sell order). */
  subjectOrder: z.object({ _id: ledgerId, orderCode: z.string() }).nullable(),
  /** If it is a price that was set; `before` is null for the first one. */
  subjectPrice: z.object({ price: priceSchema, before: priceSchema.nullable() }).nullable(),
  /** The admin who approved such a price, if the actor had to ask for that. */
  approvedBy: z.string().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Names of fields, ids of events, figures of exports; never a field's value. */
  details: z.record(z.string(), z.unknown()),
  prevHash: z.string(),
  hash: z.string(),
});
export type AuditLogEntry = z.output<typeof auditEntry>;

export const auditEndpoints = {
  orderTrail: endpoint(auditPaths.orderTrail, {
    summary: 'The history of an order and its matches, in order, with the state after each event.',
    params: orderParams,
    query: pageQuery,
    response: z.object({
      orderId: ledgerId,
      orderCode: z.string(),
      side: z.enum(sides),
      amount: usdtSchema,
      /** Whether the hash chains of the order's stream and its trades' streams verify and agree with the trail. */
      verified: z.boolean(),
      /** The first inconsistency; null when `verified`. */
      finding: trailFinding.nullable(),
      /** For admins; null when no checkpoint can be signed now. */
      proof: trailProof.nullable(),
      ...pageOf(trailEntry).shape,
    }),
    errors: ['ORDER_NOT_FOUND'],
  }),
  caseFile: endpoint(auditPaths.caseFile, {
    summary:
      'Everything about an order as one file that can be checked without a server: events, proofs, chats. Recorded as an export.',
    params: orderParams,
    stepUp: true,
    response: caseFile,
    errors: ['ORDER_NOT_FOUND'],
  }),
  auditLog: endpoint(auditPaths.auditLog, {
    summary: 'Staff actions that are no event of the ledger, or that refer to one. Newest first.',
    query: auditLogQuery.extend(pageQuery.shape),
    response: pageOf(auditEntry),
    errors: periodErrors,
  }),
  auditLogCsv: endpoint(auditPaths.auditLogCsv, {
    summary:
      'The same as a file for a spreadsheet, the newest 50,000; with `storedLanguage` for people, in Korean (`ko`) or English (`en`). Recorded as an export.',
    query: auditLogQuery.extend({ storedLanguage }),
    stepUp: true,
    ...csvFile,
    errors: periodErrors,
  }),
  publicKeys: endpoint(auditPaths.publicKeys, {
    summary: 'The public keys by which checkpoints and case files are verified, current and retired.',
    response: z.object({
      items: z.array(checkpointKey.extend({ firstUsedAt: timestamp, current: z.boolean() })),
    }),
  }),
} as const;
