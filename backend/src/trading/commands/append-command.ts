import { errorTextOf } from '@matgyo/contracts/errors/index';
import { type ApprovalId, newLedgerId, type OrderId, type TradeId } from '@matgyo/contracts/ids';
import { approvalStream, orderStream, tradeStream } from '@matgyo/contracts/streams';
import type { CompanionStatement, RecordedEvent } from '@matgyo/event-store/event-log';
import { CompanionRefused } from '@matgyo/event-store/event-log-errors';
import type { LedgerRefusal } from '@matgyo/ledger/refusal';
import { asFailure } from '../../platform/http/error-answer.ts';
import { type Claimed, finishedCommand, isClaimed, keepReply } from './command-store.ts';
import {
  type Act,
  answered,
  type CommandDependencies,
  type CommandRequest,
  commandIdOf,
  commandOf,
  type Done,
  ledgerCommand,
  once,
  sayWhatIsVisible,
} from './ledger-command.ts';
import { asOneAppend } from './one-append.ts';
import type { RecentStreams } from './recent-streams.ts';
import { stands } from './stored-reply.ts';

export interface AppendDependencies extends CommandDependencies {
  /** One for all calls of a process. */
  readonly recent: RecentStreams;
}

/**
 * `ledgerCommand` for a call that does nothing but append. Where the log can do that, the events, the rows beside them
 * and the answer kept for the key are one transaction: nothing is claimed before, and nothing can be half done or come
 * late, since the first to commit takes the key (docs/decisions/commands.md).
 */
export async function appendCommand<Answer>(
  deps: AppendDependencies,
  request: CommandRequest,
  act: (act: Act) => Promise<Done<Answer>>,
): Promise<Answer> {
  if (!deps.ledger.log.capabilities.runsCompanions) return ledgerCommand(deps, request, act);
  const newId = newLedgerId(deps.now());
  const { idempotencyKey: key } = request;
  const done =
    key === undefined
      ? await appendAtOnce(deps, request, { commandId: crypto.randomUUID(), newId }, act)
      : await appendOnce(deps, request, { commandId: commandIdOf(request, key), newId }, act);
  await sayWhatIsVisible(deps, request, done.event);
  return done.answer;
}

interface Ids {
  readonly commandId: string;
  readonly newId: string;
}

async function appendOnce<Answer>(
  deps: AppendDependencies,
  request: CommandRequest,
  ids: Ids,
  act: (act: Act) => Promise<Done<Answer>>,
): Promise<Done<Answer>> {
  const { db } = deps;
  const claimed = { ...ids, bodyHash: request.bodyHash };
  try {
    const done = await appendAtOnce(deps, request, ids, act, claimed);
    // A command that found nothing to append has not kept its answer yet.
    if (done.isAppended || (await keepReply(db, claimed, answered(done)))) return done;
  } catch (thrown) {
    if (!(thrown instanceof CompanionRefused) && (await isFirstAnswer(deps, claimed, thrown))) throw thrown;
  }
  return once(deps, request, ids, act);
}

/** Whether the thrown error is the reply; stores it for all repeats if it is a final refusal. */
async function isFirstAnswer(
  { db }: CommandDependencies,
  claimed: Claimed,
  thrown: unknown,
): Promise<boolean> {
  const { code, details } = asFailure(thrown);
  const { status } = errorTextOf(code);
  if (status >= 500) return true;
  if (stands(asFailure(thrown), status)) return keepReply(db, claimed, { kind: 'refusal', code, details });
  return !(await isClaimed(db, claimed.commandId));
}

async function appendAtOnce<Answer>(
  deps: AppendDependencies,
  request: CommandRequest,
  { commandId, newId }: Ids,
  act: (act: Act) => Promise<Done<Answer>>,
  claimed?: Claimed,
): Promise<Done<Answer> & { readonly isAppended: boolean }> {
  const command = commandOf(deps, request, commandId);
  let rows: CompanionStatement[] = [];
  let rowRefused: LedgerRefusal | undefined;
  const alsoWrite: Act['alsoWrite'] = async (row, whenRefused) => {
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
    work(ledger) {
      [rows, rowRefused] = [[], undefined];
      return act({ command, newId, earlier: 'none', ledger, isOneAppend: true, alsoWrite });
    },
    // The key first: where it is taken, nothing else counts.
    companions: (done) =>
      claimed === undefined ? rows : [finishedCommand(claimed, answered(done)), ...rows],
  }).catch((error: unknown) => {
    const isOfRow = error instanceof CompanionRefused && (claimed === undefined || error.companion > 0);
    throw isOfRow && rowRefused !== undefined ? rowRefused : error;
  });
  return { answer: result.answer, event: recorded(result.event, events), isAppended: events.length > 0 };
}

/** An event of a draft has no position before it is recorded. */
const recorded = (event: Done<never>['event'], events: readonly RecordedEvent[]): Done<never>['event'] =>
  events.find(({ id }) => id === event?.id) ?? event;
