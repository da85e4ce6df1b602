import { hash, sign } from 'node:crypto';
import {
  type CaseFile,
  type CaseFileSection,
  type CaseFileStatement,
  caseFileSections,
} from '@matgyo/contracts/case-file';
import type { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { type MemberId, type OrderId, orderCode, type Side, type TradeId } from '@matgyo/contracts/ids';
import type { InclusionProof } from '@matgyo/contracts/proofs';
import { memberIdSchema, tradeIdSchema } from '@matgyo/contracts/schemas/ids';
import { approvalStream, orderStream, tradeStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { readToEnd } from '@matgyo/event-store/read-to-end';
import { orderTrail } from '@matgyo/ledger/order/trail';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { approvalsIn, statementsNamedIn } from '@matgyo/ledger/proof/case-file';
import { roomName } from '@matgyo/ledger/proof/room-chain';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { statementsWith } from '../../trading/statements/statement-view.ts';
import { earlierCheckpoints, newestCheckpoint, signedOf } from '../checkpoints/checkpoint-store.ts';
import { recordAudit } from './audit-log.ts';
import { caseChats } from './case-chats.ts';
import { countReading } from './personal-readings.ts';
import type { AuditDependencies } from './routes.ts';

/**
 * `GET /orders/:id/case-file`. The proofs come first and each stream is included up to its proof, so that the file is
 * of one point in time. The export is recorded before the file is sent.
 *
 * If the signer refuses, the file states that in place of proofs, with the last checkpoint.
 *
 * @throws RequestFailure ORDER_NOT_FOUND; UNAVAILABLE while no checkpoint can be signed yet
 */
export const exportCaseFile =
  (deps: AuditDependencies) =>
  async ({ params, caller, requestId, reply }: HandlerRequest<typeof auditEndpoints.caseFile>) => {
    const { db, signingKey, now } = deps;
    await countReading(deps, 'personalExportsOf', { caller, requestId });
    const content = await contentOf(deps, params.id).catch(async (refusal: unknown) => {
      // Nothing was shown, and a 503 asks for a repeat.
      await deps.limits.personalExportsOf.giveBack(caller.memberId);
      throw refusal;
    });
    const sections = Object.fromEntries(
      caseFileSections.map((name) => [name, hash('sha256', canonicalJson(content[name]))]),
    ) as Record<CaseFileSection, string>;
    const statement: CaseFileStatement = {
      format: 'matgyo-case-file/1',
      madeAt: new Date(now()).toISOString(),
      madeBy: caller.memberId,
      requestId,
      sections,
      keyId: signingKey.publicKey.keyId,
    };
    const text = canonicalJson(statement);
    await recordAudit(db, {
      action: 'case-file-exported',
      actor: caller,
      subjectId: params.id,
      requestId,
      details: { sha256: hash('sha256', text) },
    });
    reply.header('Content-Disposition', `attachment; filename="case-${content.order.orderCode}.json"`);
    const signature = sign(null, Buffer.from(text, 'utf8'), signingKey.privateKey).toString('base64');
    return { statement, signature, ...content };
  };

type Content = Pick<CaseFile, CaseFileSection>;

async function contentOf(deps: AuditDependencies, orderId: OrderId): Promise<Content> {
  const { db, log, checkpoints, signingKey, onFailure } = deps;
  const order = await db
    .selectFrom('read_orders.orders')
    .select(['side', 'amount'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow(() => failure('ORDER_NOT_FOUND'));
  const own = orderStream(orderId);
  const trades = new Set([...tradesIn(await readToEnd(log, own)), ...(await tradesInTrail(db, orderId))]);
  const ofTrades = [...trades].map(tradeStream);
  const approvals: string[] = [];
  for (const stream of ofTrades)
    approvals.push(...approvalsIn(await readToEnd(log, stream)).map(approvalStream));
  const streams = [own, ...ofTrades, ...approvals];
  const roomIds = [orderId, ...trades];
  const proven = await checkpoints
    .prove([...streams, ...roomIds.map(roomName)])
    .catch((error: unknown) => void onFailure(error));
  const refused = proven === undefined ? checkpoints.refusal() : null;
  const before = refused === null ? undefined : await newestCheckpoint(db);
  if (refused !== null && before !== undefined) {
    const proofs = { checkpoint: signedOf(before), key: signingKey.publicKey, heads: [], refused };
    const rooms = new Map<string, InclusionProof>();
    const read: (readonly RecordedEvent[])[] = [];
    for (const stream of streams) read.push(await readToEnd(log, stream));
    return assembled(deps, { order: { orderId, ...order }, read, proofs, roomIds, rooms });
  }
  const heads = streams.flatMap((stream) => proven?.proofs.get(stream) ?? []);
  const read: (readonly RecordedEvent[])[] = [];
  // Up to the proof: later events are not proven.
  for (const { stream, revision } of heads) read.push(await readToEnd(log, stream, { last: revision }));
  const provesAll = tradesIn(read[0] ?? []).every((tradeId) => proven?.proofs.has(tradeStream(tradeId)));
  const named = approvalsIn(read.flat()).map(approvalStream);
  if (proven?.proofs.has(own) !== true || !provesAll || !named.every((stream) => proven.proofs.has(stream)))
    throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
  const proofs = { checkpoint: proven.checkpoint, key: proven.key, heads };
  return assembled(deps, { order: { orderId, ...order }, read, proofs, roomIds, rooms: proven.proofs });
}

interface Found extends Pick<Content, 'proofs'> {
  readonly order: Omit<Content['order'], 'orderId' | 'orderCode'> & { readonly orderId: OrderId };
  /** The events of each stream, the order's own first. */
  readonly read: readonly (readonly RecordedEvent[])[];
  readonly roomIds: readonly string[];
  readonly rooms: ReadonlyMap<string, InclusionProof>;
}

async function assembled(
  deps: AuditDependencies,
  { order, read, proofs, roomIds, rooms }: Found,
): Promise<Content> {
  const { db, checkpoints } = deps;
  const streams = read.flatMap((events) =>
    events[0] === undefined ? [] : [{ stream: events[0].stream, events: events.map(asStored) }],
  );
  const inOrder = read.flat().sort((a, b) => (a.position < b.position ? -1 : 1));
  const chats = await caseChats(deps, roomIds, rooms);
  const names = streams.map(({ stream }) => stream);
  const { sequence } = proofs.checkpoint.statement;
  // Without proofs of the newest one its lists show what it was signed over, too.
  const before = proofs.refused === undefined ? sequence : sequence + 1;
  const earlier = await earlierCheckpoints(db, names, {
    sequence: before,
    trusted: await checkpoints.trustedKeys(),
  });
  return {
    order: { ...order, orderCode: orderCode(order.side, order.amount, order.orderId) },
    streams,
    trail: trailOf(order.side, inOrder),
    proofs: { ...proofs, earlier },
    chats,
    people: await peopleIn(deps, streams, chats),
    statements: await caseStatements(db, streams),
  };
}

/** Rewritten events may not form an order any more; the checks report that. */
function trailOf(side: Side, events: readonly RecordedEvent[]): Content['trail'] {
  try {
    return [...orderTrail(side, events)];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/** The trades named in an order's own events: none of them may be missing. */
const tradesIn = (events: readonly RecordedEvent[]): readonly TradeId[] =>
  events.flatMap(({ data }) => tradeIdSchema.safeParse(data['tradeId']).data ?? []);

/**
 * Also trades that were proposed for the order and have not reached it. The read model may be behind: it only adds
 * trades.
 */
async function tradesInTrail(db: Database, orderId: OrderId): Promise<readonly TradeId[]> {
  const rows = await db
    .selectFrom('read_trail.entries')
    .select('stream')
    .select(({ fn }) => fn.min('entry').as('first'))
    .where('order_id', '=', orderId)
    .where('stream', 'like', 'trade-%')
    .groupBy('stream')
    .orderBy('first')
    .execute();
  return rows.map(({ stream }) => tradeIdSchema.parse(stream.slice('trade-'.length)));
}

const asStored = ({ id, revision, type, data, metadata }: RecordedEvent) => ({
  id,
  revision,
  type,
  data: { ...data },
  metadata: { ...metadata },
});

const personFields = ['memberId', 'sellerId', 'buyerId', 'askedBy'];

/** Without members whose row was changed by SQL: a wrong nickname would be signed. */
async function peopleIn(
  { db, rowCheck }: AuditDependencies,
  streams: CaseFile['streams'],
  chats: CaseFile['chats'],
): Promise<CaseFile['people']> {
  const events = streams.flatMap((stream) => stream.events);
  const named = [
    ...events.flatMap(({ data, metadata }) => [
      metadata.actorId,
      ...personFields.map((field) => data[field]),
    ]),
    ...chats.flatMap(({ messages }) => messages.map(({ senderId }) => senderId)),
  ];
  const ids = [...new Set(named)].filter((id): id is MemberId => memberIdSchema.safeParse(id).success);
  const people: CaseFile['people'] = [];
  for (const memberId of ids) {
    const member = await rowCheck.rowIfWhole(db, 'app.members', memberId);
    if (typeof member?.nickname === 'string') people.push({ memberId, nickname: member.nickname });
  }
  return people;
}

/** The texts that the events name, as stored now: each with what its hash in the event was made of. */
async function caseStatements(db: Database, streams: CaseFile['streams']) {
  const hashes = [...statementsNamedIn(streams.flatMap(({ events }) => events))];
  const rows = new Map((await statementsWith(db, hashes)).map((row) => [row.hash, row]));
  return hashes.flatMap((hash) => {
    const row = rows.get(hash);
    return row === undefined
      ? []
      : [{ hash, text: row.content, salt: row.salt, imageSha256: row.image_sha256 }];
  });
}
