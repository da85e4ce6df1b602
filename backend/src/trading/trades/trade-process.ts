import type { TradeId } from '@matgyo/contracts/ids';
import type { EventLog } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import type { MatchSettings } from '@matgyo/ledger/trade/match-plan';
import { isResting, type MovingTrade, type Trade } from '@matgyo/ledger/trade/trade';
import type { Command, Ledger } from '../../platform/commands/execute-on-stream.ts';
import type { LedgerLog, StreamHistory } from '../../platform/commands/stream-history.ts';
import { StreamContended } from '../../platform/commands/stream-queue.ts';
import { systemTiming, type Timing } from '../../platform/commands/timing.ts';
import type { Accounts } from '../orders/accounts.ts';
import { type FourEyes, noFourEyes } from '../second-admin/four-eyes.ts';
import { loadTrade } from './find-trade.ts';
import { processStepHandlers } from './process-step-handlers.ts';

/** The actor of a step: the requesting admin or the process manager. */
export type ProcessStepActor = Pick<Command, 'actorId' | 'actorRole'>;

/** A trade being driven, at `history`. */
export interface ProcessStepContext {
  readonly ledger: Ledger<LedgerLog>;
  readonly actor: ProcessStepActor;
  readonly tradeId: TradeId;
  readonly history: StreamHistory<Trade>;
  /** When to stop waiting for others, by `Timing.elapsed`. */
  readonly until: number;
}

/** Continues until the event that ends the trade's state is in the stream, and returns the trade. */
type StepHandler<Moving> = (context: ProcessStepContext, trade: Moving) => Promise<StreamHistory<Trade>>;

/** The work for each state of a trade that is not at rest. */
export type ProcessStepHandlers = {
  readonly [State in MovingTrade['state']]: StepHandler<Extract<MovingTrade, { state: State }>>;
};

export interface TradeProcess<Log extends LedgerLog = LedgerLog> {
  readonly ledger: Ledger<Log>;
  readonly accounts: Accounts;
  readonly settings: MatchSettings;
  readonly fourEyes: FourEyes;
  readonly stepHandlers: ProcessStepHandlers;
  /** Whether all events are one append, on a draft of the log; then it does not continue other processes' work. */
  readonly isOneAppend: boolean;
}

/** How long a caller waits for a trade to come to rest. */
const restingMs = 8_000;

interface TradeProcessNeeds
  extends Pick<TradeProcess, 'accounts' | 'settings'>,
    Partial<Pick<TradeProcess, 'fourEyes' | 'stepHandlers'>> {
  readonly log: EventLog;
  readonly timing?: Timing;
  readonly eventIdSalt?: string | undefined;
}

export const createTradeProcess = ({
  log,
  timing = systemTiming,
  eventIdSalt,
  ...needs
}: TradeProcessNeeds): TradeProcess<EventLog> => ({
  fourEyes: noFourEyes,
  stepHandlers: processStepHandlers,
  ...needs,
  ledger: { log, timing, eventIdSalt },
  isOneAppend: false,
});

/**
 * The trade is decided but not carried out on both orders. The process manager continues; repeating the call with the
 * same key returns when it is done.
 */
export class TradeNotFinished extends Error {
  override readonly name = 'TradeNotFinished';
  readonly tradeId: TradeId;

  constructor(tradeId: TradeId, options?: { cause?: unknown }) {
    super(`trade ${tradeId} is not finished yet`, options);
    this.tradeId = tradeId;
  }
}

/** Another process is moving the trade, which must end first, on the log itself. */
export class TradeBeingProcessed extends Error {
  override readonly name = 'TradeBeingProcessed';
  readonly tradeId: TradeId;

  constructor(tradeId: TradeId) {
    super(`trade ${tradeId} is under way`);
    this.tradeId = tradeId;
  }
}

/** A trade passes at most two states before it rests; more happen only with concurrent actions. */
const stepsMax = 20;

/**
 * Drives a trade to rest and returns its stream. Requests, the process manager and the simulator all use it, also
 * concurrently.
 *
 * Throws `TradeNotFinished` when the trade is not at rest in time or the log failed.
 */
export async function driveTrade(
  process: TradeProcess,
  actor: ProcessStepActor,
  tradeId: TradeId,
  known?: StreamHistory<Trade>,
): Promise<StreamHistory<Trade>> {
  const { ledger, stepHandlers } = process;
  const until = ledger.timing.elapsed() + restingMs;
  try {
    let history = known ?? (await loadTrade(ledger.log, tradeId));
    for (let steps = 0; steps < stepsMax; steps += 1) {
      const { state: trade } = history;
      if (trade.state === 'none' || isResting(trade)) return history;
      if (steps > 0 && ledger.timing.elapsed() >= until) break;
      const handle = stepHandlers[trade.state] as StepHandler<MovingTrade>;
      history = await handle({ ledger, actor, tradeId, history, until }, trade);
    }
  } catch (cause) {
    if (!(cause instanceof EventLogUnavailable || cause instanceof StreamContended)) throw cause;
    throw new TradeNotFinished(tradeId, { cause });
  }
  throw new TradeNotFinished(tradeId);
}
