import { newLedgerId } from '@matgyo/contracts/ids';
import { roleOf } from '@matgyo/contracts/roles';
import type { Position, SqlStatement } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import type { LedgerRefusal } from '@matgyo/ledger/refusal';
import { type ReadModelName, readModelGroups } from '@matgyo/projections/tables';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Shared } from '../../shared.ts';
import type { Caller, HandlerRequest } from '../http/handler.ts';
import { failure, RequestFailure } from '../http/request-failure.ts';
import { commandLogOn } from './command-log.ts';
import { type Claim, claimCommand, finishCommand, forgetCommand, releaseCommand } from './command-store.ts';
import { appendWindowMs } from './command-times.ts';
import { uuidV5 } from './event-ids.ts';
import { type Command, type CommandEnd, firstCommand, type Ledger } from './execute-on-stream.ts';
import { type EventRef, finalRefusal, isRefusal, refusalOf, type StoredReply } from './stored-reply.ts';
import type { LedgerLog } from './stream-history.ts';
import { StreamContended } from './stream-queue.ts';
import { isoOf } from './timing.ts';

/** How long a reply waits for the read models of the lists (docs/http.md). */
const visibilityWaitMsMax = 1_000;

export interface CommandDependencies extends Pick<Shared, 'db' | 'ledger' | 'limits' | 'now'> {
  readonly visibility: {
    waitUntilVisible(position: Position, names: readonly ReadModelName[], withinMs: number): Promise<boolean>;
  };
}

/** The request of a signed-in member for a command that appends events. */
export type CommandRequest = Omit<HandlerRequest, 'caller'> & { readonly caller: Caller };

export interface CommandContext {
  readonly command: Command;
  /** The id of the order or trade that the command may create. Every repeat gets the same one. */
  readonly newId: string;
  /**
   * What is certain about other runs of the command. `none`: no append of another run can arrive. `at work`: another
   * run is active, so this one must not append, and only returns what the streams already have. `may append`: an
   * earlier run has ended, but an append of it may still arrive.
   */
  readonly earlier: 'none' | 'may append' | 'at work';
  readonly ledger: Ledger<LedgerLog>;
  /** Whether all events are written in one append. If not, the command is a process of several appends. */
  readonly isOneAppend: boolean;
  /**
   * Writes a row of a plain table that belongs to the events. With one append the row is written in the same
   * transaction, otherwise immediately, before the events. `whenRefused` is the refusal to throw if a constraint
   * rejects the row.
   */
  readonly alsoWrite: (statement: SqlStatement, whenRefused?: LedgerRefusal) => Promise<void>;
}

/**
 * The result. `event` is the last event that the command appended, now or in an earlier run; undefined if there is
 * none.
 */
export interface Done<Answer> {
  readonly answer: Answer;
  readonly event: { readonly id: string; readonly position: Position } | undefined;
}

/**
 * Executes a command once per `Idempotency-Key` (docs/ledger.md, ids and repeats). A repeat gets the first reply, also
 * if that was a refusal. After a temporary failure a repeat executes the command again, with the same ids. A call
 * without a key is executed every time.
 *
 * The reply is sent when queries show the command's events, or after a second with `Ledger-Visible: false`
 * (docs/http.md).
 *
 * @throws RequestFailure IDEMPOTENCY_KEY_REUSED for another body with the same key, IN_PROGRESS while another run is
 * active
 * @throws whatever `execute` throws
 */
export async function ledgerCommand<Answer>(
  deps: CommandDependencies,
  request: CommandRequest,
  execute: (context: CommandContext) => Promise<Done<Answer>>,
): Promise<Answer> {
  const newId = newLedgerId(deps.now());
  const { idempotencyKey: key } = request;
  const done =
    key === undefined
      ? await execute(
          stepwise(deps, { command: commandOf(deps, request, crypto.randomUUID()), newId, earlier: 'none' }),
        )
      : await executeOnce(deps, request, { commandId: commandIdOf(request, key), newId }, execute);
  await reportVisibility(deps, request, done.event);
  return done.answer;
}

const keyNamespace = '9a3c1d52-74e8-5f06-b1a9-0c62de84f713';

const stepwise = (
  { db, ledger }: CommandDependencies,
  context: Pick<CommandContext, 'command' | 'newId' | 'earlier'>,
): CommandContext => ({
  ...context,
  ledger: { ...ledger, log: commandLogOn(ledger.log) },
  isOneAppend: false,
  async alsoWrite({ text, values }, whenRefused) {
    if (context.earlier === 'at work') return;
    await db.executeQuery(CompiledQuery.raw(text, [...values])).catch((error: unknown) => {
      throw whenRefused !== undefined && isConstraint(error) ? whenRefused : error;
    });
  },
});

/** SQLSTATE class 23. */
const isConstraint = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') === true;

/** The command's id. It depends on caller and endpoint too, so that others may use the same key for other commands. */
export const commandIdOf = ({ caller, method, path }: CommandRequest, key: string): string =>
  uuidV5(keyNamespace, JSON.stringify([caller.memberId, method, path, key]));

/**
 * A command of this caller that starts now. Without `end` it may append for `appendWindowMs` from now on. It may not do
 * so for longer, because reports as of a time rely on events that are appended soon after their `at`.
 */
export function commandOf(
  { now }: CommandDependencies,
  { caller }: CommandRequest,
  commandId: string,
  end?: CommandEnd,
): Command {
  const nowMs = now();
  const until = end ?? { hereMs: nowMs + appendWindowMs };
  return firstCommand({
    commandId,
    actorId: caller.memberId,
    actorRole: roleOf(caller),
    at: isoOf(nowMs),
    until,
  });
}

export async function executeOnce<Answer>(
  deps: CommandDependencies,
  request: CommandRequest,
  { commandId, newId }: { readonly commandId: string; readonly newId: string },
  execute: (context: CommandContext) => Promise<Done<Answer>>,
): Promise<Done<Answer>> {
  const { db } = deps;
  const startedMs = deps.now();
  const claim = await claimCommand(db, { commandId, bodyHash: request.bodyHash(), newId });
  switch (claim.kind) {
    case 'other body':
      throw failure('IDEMPOTENCY_KEY_REUSED');
    case 'running':
      return replyOfOtherRun(deps, request, { commandId, ...claim }, execute);
    case 'finished':
      if (claim.reply.kind === 'refusal') throw refusalOf(claim.reply);
      // The reply was this endpoint's when it was stored, at most a day ago.
      return { answer: claim.reply.answer as Answer, event: await withPosition(deps, claim.reply.event) };
    case 'mine':
      break;
    default:
      return claim satisfies never;
  }
  const leased = { commandId, lease: claim.lease };
  const until = { inDatabase: claim.appendsUntil, hereMs: startedMs + appendWindowMs };
  const earlier = mayAppend(deps, claim) ? 'may append' : 'none';
  try {
    const command = commandOf(deps, request, commandId, until);
    const done = await execute(stepwise(deps, { command, newId: claim.newId, earlier }));
    // The events are stored, so a failure to store the reply does not matter: a repeat finds them.
    await finishCommand(db, leased, storedReplyOf(done)).catch(() => undefined);
    return done;
  } catch (thrown) {
    throw await replyAfterFailure(deps, request, { ...leased, doubt: claim.doubt, earlier }, thrown);
  }
}

/** Long enough for an event log that was unavailable to be back, and far shorter than what may be left of the lease. */
const retrySecondsMax = 2;

/**
 * Another run has claimed the command, and is active or has crashed. If it has appended its events already, the reply
 * is made from them. Otherwise the outcome stays unknown while that run may append (docs/decisions/commands.md).
 */
async function replyOfOtherRun<Answer>(
  deps: CommandDependencies,
  request: CommandRequest,
  running: { readonly commandId: string; readonly newId: string; readonly secondsLeft: number },
  execute: (context: CommandContext) => Promise<Done<Answer>>,
): Promise<Done<Answer>> {
  const { commandId, newId, secondsLeft } = running;
  const over = { inDatabase: isoOf(0), hereMs: 0 };
  try {
    const command = commandOf(deps, request, commandId, over);
    return await execute(stepwise(deps, { command, newId, earlier: 'at work' }));
  } catch (cause) {
    const retryAfterSeconds = Math.min(secondsLeft, retrySecondsMax);
    throw failure('IN_PROGRESS', undefined, { retryAfterSeconds, cause });
  }
}

type OwnClaim = Claim & { readonly kind: 'mine' };

const mayAppend = ({ ledger }: CommandDependencies, { doubt }: OwnClaim): boolean =>
  doubt === 'open' || (doubt === 'over' && ledger.log.appendScope !== 'transaction');

interface Ended {
  readonly commandId: string;
  readonly lease: string;
  readonly doubt: OwnClaim['doubt'];
  readonly earlier: CommandContext['earlier'];
}

/**
 * Returns the error to reply with after a failure, and stores a final refusal as the reply for all repeats.
 *
 * While an append of an earlier run may still arrive, the outcome is unknown, which is the reply instead of the refusal
 * (docs/decisions/event-log.md). If it is not certain whether one may arrive, the refusal is returned but not stored.
 * It is not stored either once the member has reached the daily limit of stored replies.
 */
async function replyAfterFailure(
  { db, limits }: CommandDependencies,
  { caller }: CommandRequest,
  { doubt, earlier, ...leased }: Ended,
  thrown: unknown,
): Promise<unknown> {
  const reply = earlier === 'none' ? finalRefusal(thrown) : undefined;
  if (reply === undefined) {
    // The failure may hide an unknown append. Without Postgres the lease expires by itself.
    await releaseCommand(db, leased, { sure: isRefusal(thrown) || isOutcomeCertain(thrown) }).catch(
      () => undefined,
    );
    return isRefusal(thrown) && doubt === 'open'
      ? new EventLogUnavailable('unknown', { cause: thrown })
      : thrown;
  }
  const isOwn = await limits.keptRepliesOf
    .unlessRefused(
      [caller.memberId],
      () => finishCommand(db, leased, reply),
      () => forgetCommand(db, leased),
    )
    .catch(() => true);
  // Another run has taken over and may decide otherwise.
  return isOwn ? thrown : new EventLogUnavailable('unknown', { cause: thrown });
}

/** Whether the log has confirmed that nothing was written, or the trade's process will continue by itself. */
const isOutcomeCertain = (thrown: unknown): boolean =>
  (thrown instanceof EventLogUnavailable && thrown.outcome === 'none') ||
  thrown instanceof StreamContended ||
  (thrown instanceof RequestFailure && thrown.code === 'TRADE_NOT_FINISHED');

export const storedReplyOf = <Answer>({ answer, event }: Done<Answer>): StoredReply => ({
  kind: 'answer',
  answer,
  event: event === undefined ? null : { id: event.id, position: event.position || undefined },
});

/** Adds the event's position, which a reply does not have that was stored in the same transaction as its events. */
async function withPosition({ ledger }: CommandDependencies, event: EventRef | null) {
  if (event === null) return undefined;
  const position = (event.position as Position | undefined) ?? (await ledger.log.positionOf(event.id));
  return position && { id: event.id, position };
}

/** Waits up to a second until queries show the event. Sends the event's id and whether it is visible as headers. */
export async function reportVisibility(
  { visibility }: Pick<CommandDependencies, 'visibility'>,
  { reply }: Pick<CommandRequest, 'reply'>,
  event: Done<never>['event'],
): Promise<void> {
  if (event === undefined) return;
  reply.header('Ledger-Event', event.id);
  const visible = await visibility.waitUntilVisible(
    event.position,
    readModelGroups.awaited,
    visibilityWaitMsMax,
  );
  reply.header('Ledger-Visible', String(visible));
}
