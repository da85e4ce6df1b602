import { type ApprovalId, newLedgerId, type OrderId, type TradeId } from '@matgyo/contracts/ids';
import { approvalStream, orderStream, tradeStream } from '@matgyo/contracts/streams';
import type { RecordedEvent, SqlStatement } from '@matgyo/event-store/event-log';
import { SqlStatementRefused } from '@matgyo/event-store/event-log-errors';
import type { LedgerRefusal } from '@matgyo/ledger/refusal';
import { type ClaimRequest, finishedCommand, isClaimed, keepReply } from './command-store.ts';
import { refuseLate } from './execute-on-stream.ts';
import {
  type CommandContext,
  type CommandDependencies,
  type CommandRequest,
  commandIdOf,
  commandOf,
  type Done,
  executeOnce,
  ledgerCommand,
  reportVisibility,
  storedReplyOf,
} from './ledger-command.ts';
import { asOneAppend } from './one-append.ts';
import type { RecentStreams } from './recent-streams.ts';
import { finalRefusal, isRefusal, type StoredReply } from './stored-reply.ts';

export interface AppendDependencies extends CommandDependencies {
  /** Shared by all calls of the process. */
  readonly recent: RecentStreams;
}

/**
 * `ledgerCommand` for a command whose only effects are appends and the rows that belong to them. If the log supports
 * it, one transaction writes the events, the rows and the stored reply. So nothing is claimed in advance, and a crash
 * leaves nothing half done: the first transaction that commits owns the idempotency key (docs/decisions/commands.md).
 * Throws as `ledgerCommand`.
 */
export async function appendCommand<Answer>(
  deps: AppendDependencies,
  request: CommandRequest,
  execute: (context: CommandContext) => Promise<Done<Answer>>,
): Promise<Answer> {
  if (deps.ledger.log.appendScope !== 'transaction') return ledgerCommand(deps, request, execute);
  const newId = newLedgerId(deps.now());
  const { idempotencyKey: key } = request;
  const done =
    key === undefined
      ? await appendInOne(deps, request, { commandId: crypto.randomUUID(), newId }, execute)
      : await appendOnce(deps, request, { commandId: commandIdOf(request, key), newId }, execute);
  await reportVisibility(deps, request, done.event);
  return done.answer;
}

type Ids = Pick<ClaimRequest, 'commandId' | 'newId'>;

async function appendOnce<Answer>(
  deps: AppendDependencies,
  request: CommandRequest,
  ids: Ids,
  execute: (context: CommandContext) => Promise<Done<Answer>>,
): Promise<Done<Answer>> {
  const claim = { ...ids, bodyHash: request.bodyHash() };
  try {
    const done = await appendInOne(deps, request, ids, execute, claim);
    // Only an append has stored the reply. Without events it is stored here.
    if (done.isAppended || (await isFirstReply(deps, request, claim, storedReplyOf(done)))) return done;
  } catch (thrown) {
    const isKeyTaken = isRefusal(thrown)
      ? !(await isFirstReply(deps, request, claim, finalRefusal(thrown)))
      : thrown instanceof SqlStatementRefused;
    if (!isKeyTaken) throw thrown;
  }
  return executeOnce(deps, request, ids, execute);
}

/**
 * Stores a final reply of a command that appended nothing. False if the key was claimed before. Only a limited number
 * of such replies is stored per member and day, so that a member cannot fill the database with refusals. A repeat of a
 * command whose reply was not stored is decided again.
 */
async function isFirstReply(
  { db, limits: { keptRepliesOf } }: AppendDependencies,
  { caller }: CommandRequest,
  claim: ClaimRequest,
  reply: StoredReply | undefined,
): Promise<boolean> {
  const isUnclaimed = async () => !(await isClaimed(db, claim.commandId));
  if (reply === undefined) return isUnclaimed();
  const keep = async () => {
    const isKept = await keepReply(db, claim, reply);
    if (!isKept) await keptRepliesOf.giveBack(caller.memberId);
    return isKept;
  };
  return keptRepliesOf.unlessRefused([caller.memberId], keep, isUnclaimed);
}

async function appendInOne<Answer>(
  deps: AppendDependencies,
  request: CommandRequest,
  { commandId, newId }: Ids,
  execute: (context: CommandContext) => Promise<Done<Answer>>,
  claim?: ClaimRequest,
): Promise<Done<Answer> & { readonly isAppended: boolean }> {
  const command = commandOf(deps, request, commandId);
  let rows: SqlStatement[] = [];
  let rowRefused: LedgerRefusal | undefined;
  const alsoWrite: CommandContext['alsoWrite'] = async (row, whenRefused) => {
    rows.push(row);
    rowRefused ??= whenRefused;
  };
  const { result, events } = await asOneAppend({
    ledger: deps.ledger,
    recent: deps.recent,
    newStreams: [
      orderStream(newId as OrderId),
      tradeStream(newId as TradeId),
      approvalStream(newId as ApprovalId),
    ],
    async work(ledger) {
      [rows, rowRefused] = [[], undefined];
      const done = await execute({ command, newId, earlier: 'none', ledger, isOneAppend: true, alsoWrite });
      // The decision is sent next, so the command's time must not be over.
      refuseLate({ ledger, command });
      return done;
    },
    // The key's row is first. If the key is taken, the reply is that of the other run, whatever the rows would say.
    sqlStatements: (done) =>
      claim === undefined ? rows : [finishedCommand(claim, storedReplyOf(done)), ...rows],
  }).catch((error: unknown) => {
    const isOfRow = error instanceof SqlStatementRefused && (claim === undefined || error.statementIndex > 0);
    throw isOfRow && rowRefused !== undefined ? rowRefused : error;
  });
  return { answer: result.answer, event: recorded(result.event, events), isAppended: events.length > 0 };
}

/** The event as stored: events of a draft have no position before. */
const recorded = (event: Done<never>['event'], events: readonly RecordedEvent[]): Done<never>['event'] =>
  events.find(({ id }) => id === event?.id) ?? event;
