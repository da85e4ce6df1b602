import { z } from 'zod';
import { operationPaths } from '../paths/operations.ts';
import { signingRefusal } from '../proofs.ts';
import { endpoint, messageResponse, pageOf, pageQuery } from './endpoint.ts';
import { count, timestamp } from './order-views.ts';
import { stuckTrade } from './trades.ts';

const readModelName = z.string().max(40);

/** The state of a read model. `lagSeconds` is the age of the oldest event not applied; 0 if there is none. */
const readModelState = z.object({
  name: readModelName,
  version: count,
  lagSeconds: z.number().nonnegative(),
  updatedAt: timestamp,
  /** Set while it is halted before an event it cannot apply. `event` identifies it, without its contents. */
  halted: z
    .object({
      reason: z.string(),
      since: timestamp,
      event: z.object({
        id: z.uuid(),
        stream: z.string().nullable(),
        revision: count.nullable(),
        type: z.string().nullable(),
      }),
    })
    .nullable(),
  /** The previous build that can be restored; null: none, or one of another version. */
  rollBackTo: z.object({ version: count, updatedAt: timestamp }).nullable(),
});
export type ReadModelState = z.output<typeof readModelState>;

export const replayKinds = ['rebuild', 'compare', 'swap', 'roll-back'] as const;
export type ReplayKind = (typeof replayKinds)[number];

/**
 * - `starting`, `running`: in progress. `cancelling`: being stopped.
 * - `swapped`: the rebuilt one serves (it was equal, of a newer version, or an admin decided so). `equal`: compared
 *   only.
 * - `different`: the rows differ; the rebuilt ones wait for swap or discard. `compared`: they differ, comparison only.
 * - `rolled-back`: the earlier build serves. `halted`: the log holds an event that cannot be applied.
 * - `cancelled`, `interrupted` (its process died), `failed`; `discarded`: an admin discarded the rebuilt rows.
 */
export const replayStates = [
  'starting',
  'running',
  'cancelling',
  'swapped',
  'equal',
  'different',
  'compared',
  'rolled-back',
  'halted',
  'cancelled',
  'interrupted',
  'failed',
  'discarded',
] as const;
export type ReplayState = (typeof replayStates)[number];

/** Rows that differ between the serving and the rebuilt tables. `keys`: some of them, at most 20. */
const replayDifference = z.object({
  table: z.string(),
  rows: count,
  onlyServing: count,
  onlyRebuilt: count,
  keys: z.array(z.string()),
});

const replay = z.object({
  _id: z.uuid(),
  readModel: readModelName,
  kind: z.enum(replayKinds),
  state: z.enum(replayStates),
  startedBy: z.object({ _id: z.string(), nickname: z.string().nullable() }).nullable(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  progress: z.object({
    events: count,
    /** Expected total; it may grow during the replay. */
    total: count,
    eventsPerSecond: z.number().nonnegative(),
    /** Null: not known yet. */
    secondsLeft: z.number().nonnegative().nullable(),
  }),
  differences: z.array(replayDifference),
  /** For a halted replay: why and before which event; for a failed one: the kind of failure. */
  cause: z.object({ reason: z.string(), eventId: z.string().nullable() }).nullable(),
});
export type Replay = z.output<typeof replay>;

/** `notice`: security messages, which have no code. */
export const codeBudgetKinds = ['sign-up', 'account', 'notice'] as const;
export type CodeBudgetKind = (typeof codeBudgetKinds)[number];

const replayParams = z.object({ id: z.string().max(40) });

const ofReplay = { params: replayParams, response: replay } as const;

/** Stuck work, and rebuilding read models while the old ones serve. */
export const operationEndpoints = {
  stuck: endpoint(operationPaths.stuck, {
    polled: true,
    summary:
      'Stuck work: matches in progress for over a minute, halted read models, refused signing, one-time codes that run short; the lag of each read model.',
    response: z.object({
      /** The oldest hundred. */
      trades: z.array(stuckTrade),
      readModels: z.array(readModelState),
      /** Whether the ledger's end is signed; if not, why and since when. */
      signing: z.object({ refused: signingRefusal.nullable() }),
      /** Daily budgets of text messages that are spent or nearly so. */
      codeBudgets: z.array(z.object({ kind: z.enum(codeBudgetKinds), sent: count, most: count })),
      log: z.object({ events: count, lastEventAt: timestamp.nullable() }),
    }),
  }),
  retryReadModel: endpoint(operationPaths.retryReadModel, {
    summary: 'Makes a halted read model retry the event it halted at, within five seconds.',
    params: z.object({ name: readModelName }),
    response: messageResponse,
    errors: ['READ_MODEL_NOT_FOUND', 'READ_MODEL_NOT_HALTED'],
  }),
  replays: endpoint(operationPaths.replays, {
    polled: true,
    summary: 'Replays of read models, newest first, from here and from the command line.',
    query: pageQuery,
    response: pageOf(replay),
  }),
  replay: endpoint(operationPaths.replay, {
    polled: true,
    summary: 'One replay: its progress or outcome.',
    ...ofReplay,
    errors: ['REPLAY_NOT_FOUND'],
  }),
  startReplay: endpoint(operationPaths.startReplay, {
    summary:
      'Rebuilds a read model from the log next to the serving one, in a separate process, and swaps when they are equal; or only compares; or restores the previous build.',
    body: z.object({
      readModel: readModelName,
      kind: z.enum(['rebuild', 'compare', 'roll-back']).default('rebuild'),
      /** Start over instead of resuming an interrupted rebuild. */
      fresh: z.boolean().default(false),
    }),
    stepUp: true,
    response: replay,
    success: 201,
    errors: ['READ_MODEL_NOT_FOUND', 'REPLAY_UNDER_WAY', 'NOTHING_TO_ROLL_BACK'],
  }),
  cancelReplay: endpoint(operationPaths.cancelReplay, {
    summary: 'Cancels a running replay. The next one resumes from what it has built.',
    ...ofReplay,
    errors: ['REPLAY_NOT_FOUND', 'REPLAY_NOT_RUNNING'],
  }),
  swapReplay: endpoint(operationPaths.swapReplay, {
    summary:
      'Replaces the serving rows with rebuilt ones although they differ. Returns the replay that does it.',
    ...ofReplay,
    stepUp: true,
    success: 201,
    errors: ['REPLAY_NOT_FOUND', 'REPLAY_UNDER_WAY', 'REPLAY_NOT_DIFFERENT'],
  }),
  discardReplay: endpoint(operationPaths.discardReplay, {
    summary: 'Discards rebuilt rows that differ from the serving ones.',
    ...ofReplay,
    errors: ['REPLAY_NOT_FOUND', 'REPLAY_UNDER_WAY', 'REPLAY_NOT_DIFFERENT'],
  }),
} as const;
