import { errorTextOf } from '@matgyo/contracts/errors/index';
import { newLedgerId } from '@matgyo/contracts/ids';
import type { CompanionStatement, Position } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import type { LedgerRefusal } from '@matgyo/ledger/refusal';
import type { ReadModelName } from '@matgyo/projections/tables';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database } from '../../platform/database/tables.ts';
import { asFailure } from '../../platform/http/error-answer.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import { type Claim, claimCommand, finishCommand, releaseCommand } from './command-store.ts';
import { appendWindowMs } from './command-times.ts';
import { uuidV5 } from './event-ids.ts';
import { type Command, type CommandEnd, type Ledger, StreamContended } from './execute-on-stream.ts';
import { type EventRef, refusalOf, type StoredReply, stands } from './stored-reply.ts';
import type { LedgerLog } from './stream-history.ts';
import { isoOf } from './timing.ts';

/** What a command's answer waits for (docs/http.md): everything a caller reads next. */
const awaited: readonly ReadModelName[] = ['accounts', 'orders', 'trades', 'prices', 'approvals'];
const longestWaitMs = 1_000;

export interface CommandDependencies {
  readonly db: Database;
  readonly ledger: Ledger;
  readonly visibility: {
    waitUntilVisible(
      position: Position,
      names: readonly ReadModelName[],
      deadlineMs: number,
    ): Promise<boolean>;
  };
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A call by a signed-in member that appends events. */
export type CommandRequest = Omit<HandlerRequest, 'caller'> & { readonly caller: Caller };

export interface Act {
  readonly command: Command;
  /** The id of the order or trade this command creates, if it creates one: the same for every repeat. */
  readonly newId: string;
  /**
   * Of the same command: `at work`, this run only looks at what another one has done, and can append nothing;
   * `may append`, another one has ended, and something it sent may still be on its way.
   */
  readonly earlier: 'none' | 'may append' | 'at work';
  /** What the command appends to. */
  readonly ledger: Ledger<LedgerLog>;
  /** Whether all of it is one append, so that there is nothing of it in the log before it is done. */
  readonly isOneAppend: boolean;
  /**
   * Writes a row that belongs to what is appended: with the append if it is one, otherwise now, before it. `whenRefused`:
   * what it means that a constraint refuses the row.
   */
  readonly alsoWrite: (statement: CompanionStatement, whenRefused?: LedgerRefusal) => Promise<void>;
}

/** What came of it. `event` is the last one the command appended, now or then; undefined if it appended none. */
export interface Done<Answer> {
  readonly answer: Answer;
  readonly event: { readonly id: string; readonly position: Position } | undefined;
}

/**
 * Carries out a call that appends to the ledger, once for each `Idempotency-Key` (docs/ledger.md), and answers when
 * its events can be seen, or after a second with `Ledger-Visible: false` (docs/http.md). A repeat gets the first one's
 * answer, also its refusal. What failed for a passing reason is tried again by a repeat, with the same ids.
 *
 * @throws RequestFailure IDEMPOTENCY_KEY_REUSED, IN_PROGRESS, and whatever `act` throws
 */
export async function ledgerCommand<Answer>(
  deps: CommandDependencies,
  request: CommandRequest,
  act: (act: Act) => Promise<Done<Answer>>,
): Promise<Answer> {
  const newId = newLedgerId(deps.now());
  const { idempotencyKey: key } = request;
  const done =
    key === undefined
      ? await act(
          stepwise(deps, { command: commandOf(deps, request, crypto.randomUUID()), newId, earlier: 'none' }),
        )
      : await once(deps, request, { commandId: commandIdOf(request, key), newId }, act);
  await sayWhatIsVisible(deps, request, done.event);
  return done.answer;
}

const keyNamespace = '9a3c1d52-74e8-5f06-b1a9-0c62de84f713';

const stepwise = (
  { db, ledger }: CommandDependencies,
  act: Pick<Act, 'command' | 'newId' | 'earlier'>,
): Act => ({
  ...act,
  ledger,
  isOneAppend: false,
  async alsoWrite({ text, values }, whenRefused) {
    if (act.earlier === 'at work') return;
    await db.executeQuery(CompiledQuery.raw(text, [...values])).catch((error: unknown) => {
      throw whenRefused !== undefined && isConstraint(error) ? whenRefused : error;
    });
  },
});

/** Class 23 of SQLSTATE. */
const isConstraint = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') === true;

/** Two people, or two different acts, never share a command, whatever keys they choose. */
export const commandIdOf = ({ caller, method, path }: CommandRequest, key: string): string =>
  uuidV5(keyNamespace, JSON.stringify([caller.memberId, method, path, key]));

export function commandOf(
  { now }: CommandDependencies,
  { caller }: CommandRequest,
  commandId: string,
  until?: CommandEnd,
): Command {
  const actorRole = caller.admin ? 'admin' : caller.manager ? 'manager' : 'member';
  return {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actorId: caller.memberId,
    actorRole,
    at: isoOf(now()),
    until,
  };
}

export async function once<Answer>(
  deps: CommandDependencies,
  request: CommandRequest,
  { commandId, newId }: { readonly commandId: string; readonly newId: string },
  act: (act: Act) => Promise<Done<Answer>>,
): Promise<Done<Answer>> {
  const { db } = deps;
  const begunMs = deps.now();
  const claim = await claimCommand(db, { commandId, bodyHash: request.bodyHash, newId });
  switch (claim.kind) {
    case 'other body':
      throw failure('IDEMPOTENCY_KEY_REUSED');
    case 'running':
      return whatItDid(deps, request, { commandId, ...claim }, act);
    case 'finished':
      if (claim.reply.kind === 'refusal') throw refusalOf(claim.reply);
      // It was this endpoint's answer when it was stored, and a stored answer is never older than a day.
      return { answer: claim.reply.answer as Answer, event: await positioned(deps, claim.reply.event) };
    case 'mine':
      break;
    default:
      return claim satisfies never;
  }
  const held = { commandId, lease: claim.lease };
  const until = { inDatabase: claim.appendsUntil, hereMs: begunMs + appendWindowMs };
  const earlier = mayAppend(deps, claim) ? 'may append' : 'none';
  try {
    const command = commandOf(deps, request, commandId, until);
    const done = await act(stepwise(deps, { command, newId: claim.newId, earlier }));
    // The events are there: failing to note the answer is no reason to withhold it, for a repeat finds them.
    await finishCommand(db, held, answered(done)).catch(() => undefined);
    return done;
  } catch (thrown) {
    throw await settled(deps, { ...held, doubt: claim.doubt, earlier }, thrown);
  }
}

/** Long enough for a log that was away, and not so long that anybody waits for the end of the lease. */
const mostSecondsBetweenLooks = 2;

/**
 * Another run works on the command, or has crashed. If the stream has the command, the reply is made from it. If not,
 * the outcome is unknown as long as the other run may still append (docs/decisions/commands.md).
 */
async function whatItDid<Answer>(
  deps: CommandDependencies,
  request: CommandRequest,
  running: { readonly commandId: string; readonly newId: string; readonly secondsLeft: number },
  act: (act: Act) => Promise<Done<Answer>>,
): Promise<Done<Answer>> {
  const { commandId, newId, secondsLeft } = running;
  const over = { inDatabase: isoOf(0), hereMs: 0 };
  try {
    const command = commandOf(deps, request, commandId, over);
    return await act(stepwise(deps, { command, newId, earlier: 'at work' }));
  } catch (cause) {
    const retryAfterSeconds = Math.min(secondsLeft, mostSecondsBetweenLooks);
    throw failure('IN_PROGRESS', undefined, { retryAfterSeconds, cause });
  }
}

type Mine = Claim & { readonly kind: 'mine' };

const mayAppend = ({ ledger }: CommandDependencies, { doubt }: Mine): boolean =>
  doubt === 'open' || (doubt === 'over' && !ledger.log.capabilities.refusesLateAppends);

interface Ended {
  readonly commandId: string;
  readonly lease: string;
  readonly doubt: Mine['doubt'];
  readonly earlier: Act['earlier'];
}

/**
 * What a command that was not carried out is answered: what was thrown, kept for every repeat if it is a refusal that
 * stands. No refusal stands while an earlier run's append may still come (docs/decisions/event-log.md): until the time for it is over it
 * is "unknown", and where nobody knows whether it is over, it is given, but not kept, so that a repeat looks again.
 */
async function settled(
  deps: CommandDependencies,
  { doubt, earlier, ...held }: Ended,
  thrown: unknown,
): Promise<unknown> {
  const { db } = deps;
  const refusal = asFailure(thrown);
  const { status } = errorTextOf(refusal.code);
  const isRefusal = status < 500;
  if (!stands(refusal, status) || earlier !== 'none') {
    // A fault may have hidden that the log did not answer. Without Postgres the lease runs out by itself.
    await releaseCommand(db, held, { sure: isRefusal || isKnown(thrown) }).catch(() => undefined);
    return isRefusal && doubt === 'open' ? new EventLogUnavailable('unknown', { cause: thrown }) : thrown;
  }
  const reply = { kind: 'refusal', code: refusal.code, details: refusal.details } as const;
  const isKept = await finishCommand(db, held, reply).catch(() => true);
  // Another run has taken over and may decide otherwise.
  return isKept ? thrown : new EventLogUnavailable('unknown', { cause: thrown });
}

/** The log itself said that nothing was written, or a trade goes on by itself. */
const isKnown = (thrown: unknown): boolean =>
  (thrown instanceof EventLogUnavailable && thrown.outcome === 'none') ||
  thrown instanceof StreamContended ||
  (thrown instanceof RequestFailure && thrown.code === 'TRADE_NOT_FINISHED');

export const answered = <Answer>({ answer, event }: Done<Answer>): StoredReply => ({
  kind: 'answer',
  answer,
  event: event === undefined ? null : { id: event.id, position: event.position || undefined },
});

/** What was written with its events could not say where they would lie. */
async function positioned(
  { ledger }: CommandDependencies,
  event: EventRef | null,
): Promise<Done<never>['event']> {
  if (event === null) return undefined;
  const position = (event.position as Position | undefined) ?? (await ledger.log.positionOf(event.id));
  return position && { id: event.id, position };
}

/** Waits until what a command appended can be seen, at most a second, and says both in the answer's headers. */
export async function sayWhatIsVisible(
  { visibility }: Pick<CommandDependencies, 'visibility'>,
  { reply }: Pick<CommandRequest, 'reply'>,
  event: Done<never>['event'],
): Promise<void> {
  if (event === undefined) return;
  reply.header('Ledger-Event', event.id);
  const visible = await visibility.waitUntilVisible(event.position, awaited, longestWaitMs);
  reply.header('Ledger-Visible', String(visible));
}
