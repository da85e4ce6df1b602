import { randomUUID } from 'node:crypto';
import type { operationEndpoints, Replay } from '@matgyo/contracts/endpoints/operations';
import type { MemberId } from '@matgyo/contracts/ids';
import { readCheckpoint } from '@matgyo/projections/checkpoint';
import { withClient } from '@matgyo/projections/projection-pool';
import { readModelNamed } from '@matgyo/projections/read-models/all-read-models';
import { RebuildUnderWay, underRebuildLock } from '@matgyo/projections/replay/rebuild-lock';
import {
  askToCancel,
  closeReplay,
  createReplayRecords,
  enterReplay,
  findReplay,
  listReplays,
  noteDiscarded,
  type ReplayRecord,
  waitsForDecision,
} from '@matgyo/projections/replay/replay-records';
import { discardNext, previousSchema } from '@matgyo/projections/replay/swap';
import type { ReadModelName } from '@matgyo/projections/tables';
import { z } from 'zod';
import { nicknamesOf } from '../../identity/members/nicknames.ts';
import type { HandlerRequest, Handlers } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { type AuditEntry, recordAudit } from '../../proof/audit/audit-log.ts';
import type { OperationsParts } from '../operations.ts';
import type { ReplayToStart } from './replay-processes.ts';

/** A replay of a small ledger takes some seconds. */
const tryAgainSeconds = 10;

const cursorKey = z.tuple([z.iso.datetime(), z.uuid()]);

export const replayHandlers = (
  deps: OperationsParts,
): Omit<Handlers<typeof operationEndpoints>, 'stuck' | 'retryReadModel'> => ({
  async replays({ query }) {
    const after = decodeCursor(cursorKey, query.cursor);
    const found = await listReplays(deps.pool, query.limit + 1, after);
    const { page, nextCursor } = cutPage(found, query.limit, ({ startedAt, id }) => [
      startedAt.toISOString(),
      id,
    ]);
    return { items: await replayViews(deps, page), nextCursor };
  },

  replay: async ({ params }) => replayView(deps, await recordOf(deps, params.id)),

  async startReplay({ body, ...by }) {
    const { kind, fresh } = body;
    const readModel = knownReadModel(body.readModel);
    if (kind === 'roll-back') await assertCanRollBack(deps, readModel);
    return start(deps, { id: randomUUID(), readModel, kind, fresh }, by);
  },

  /** Idempotent. */
  async cancelReplay({ params, ...by }) {
    const { id, readModel } = await recordOf(deps, params.id);
    if (!(await askToCancel(deps.pool, id))) throw failure('REPLAY_NOT_RUNNING');
    await record(deps, 'replay-cancelled', { id, readModel }, by);
    return replayView(deps, await recordOf(deps, id));
  },

  async swapReplay({ params, ...by }) {
    const { readModel } = await undecided(deps, params.id);
    return start(deps, { id: randomUUID(), readModel, kind: 'swap', fresh: false }, by);
  },

  async discardReplay({ params, ...by }) {
    const { id, readModel } = await recordOf(deps, params.id);
    const discard = async () => {
      await undecided(deps, id);
      // Recorded before the deletion: an action that cannot be recorded does not happen.
      await record(deps, 'replay-discarded', { id, readModel }, by);
      await discardNext(deps.pool, readModel);
      await noteDiscarded(deps.pool, id);
    };
    // A swap or another replay may have ended meanwhile.
    await underRebuildLock(deps.pool, readModel, discard).catch((error: unknown) => {
      throw error instanceof RebuildUnderWay ? failure('REPLAY_UNDER_WAY') : error;
    });
    return replayView(deps, await recordOf(deps, id));
  },
});

type By = Pick<HandlerRequest<typeof operationEndpoints.startReplay>, 'caller' | 'requestId'>;

const record = (
  { db }: OperationsParts,
  action: AuditEntry['action'],
  { id, ...details }: Pick<ReplayToStart, 'id' | 'readModel'> & Partial<Pick<ReplayToStart, 'kind'>>,
  { caller, requestId }: By,
): Promise<void> => recordAudit(db, { action, actor: caller, subjectId: id, requestId, details });

/** Records the replay, which prevents a second one of the same read model, and starts its program. */
async function start(deps: OperationsParts, replay: ReplayToStart, by: By): Promise<Replay> {
  const { pool, processes } = deps;
  const givePlaceBack = processes.takePlace();
  if (givePlaceBack === undefined)
    throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: tryAgainSeconds });
  try {
    await enter(deps, replay, by);
  } catch (error) {
    givePlaceBack();
    throw error instanceof RebuildUnderWay ? failure('REPLAY_UNDER_WAY') : error;
  }
  // The program records its own outcome, unless it crashed.
  const onEnded = (): void => {
    givePlaceBack();
    closeReplay(pool, replay.id, { state: 'interrupted' }).catch(() => {});
  };
  processes.start(replay, onEnded);
  return replayView(deps, await recordOf(deps, replay.id));
}

async function enter(deps: OperationsParts, replay: ReplayToStart, by: By): Promise<void> {
  const { id, readModel, kind } = replay;
  await enterReplay(deps.pool, { ...replay, startedBy: by.caller.memberId });
  const action = kind === 'swap' ? 'replay-swapped' : 'replay-started';
  await record(deps, action, { id, readModel, kind }, by).catch(async (error: unknown) => {
    // An action that cannot be recorded does not happen.
    await closeReplay(deps.pool, id, { state: 'interrupted' });
    throw error;
  });
}

async function recordOf({ pool }: OperationsParts, id: string): Promise<ReplayRecord> {
  const record = z.uuid().safeParse(id).success ? await findReplay(pool, id) : undefined;
  if (record === undefined) throw failure('REPLAY_NOT_FOUND');
  return record;
}

async function undecided(deps: OperationsParts, id: string): Promise<ReplayRecord> {
  const record = await recordOf(deps, id);
  if (!(await waitsForDecision(deps.pool, record))) throw failure('REPLAY_NOT_DIFFERENT');
  return record;
}

export function knownReadModel(text: string): ReadModelName {
  const model = readModelNamed(text);
  if (model === undefined) throw failure('READ_MODEL_NOT_FOUND');
  return model.name;
}

async function assertCanRollBack({ pool }: OperationsParts, name: ReadModelName): Promise<void> {
  const previous = await readCheckpoint(pool, previousSchema(name));
  if (previous?.version !== readModelNamed(name)?.version) throw failure('NOTHING_TO_ROLL_BACK');
}

/** Creates the table of replays, also if the projections run elsewhere and have not started yet. */
export const prepareReplays = ({ pool }: Pick<OperationsParts, 'pool'>): Promise<void> =>
  withClient(pool, createReplayRecords);

const replayView = async (deps: OperationsParts, record: ReplayRecord): Promise<Replay> => {
  const [view] = await replayViews(deps, [record]);
  if (view === undefined) throw new Error('one record has one view');
  return view;
};

async function replayViews({ db }: OperationsParts, records: readonly ReplayRecord[]): Promise<Replay[]> {
  const starters = records.flatMap(({ startedBy }) => (startedBy === null ? [] : [startedBy as MemberId]));
  const nicknames = await nicknamesOf(db, starters);
  return records.map((record) => ({
    _id: record.id,
    readModel: record.readModel,
    kind: record.kind,
    state: record.state,
    startedBy:
      record.startedBy === null
        ? null
        : { _id: record.startedBy, nickname: nicknames.get(record.startedBy) ?? null },
    startedAt: record.startedAt.toISOString(),
    finishedAt: record.finishedAt?.toISOString() ?? null,
    progress: progressOf(record),
    differences: record.differences.map(({ table, rows, onlyInFirst, onlyInSecond, keys }) => ({
      table,
      rows,
      keys: [...keys],
      onlyServing: onlyInFirst,
      onlyRebuilt: onlyInSecond,
    })),
    cause: record.reason === null ? null : { reason: record.reason, eventId: record.eventId },
  }));
}

function progressOf({ events, total, eventsPerSecond, finishedAt }: ReplayRecord): Replay['progress'] {
  const isKnown = finishedAt === null && eventsPerSecond > 0;
  const secondsLeft = isKnown ? Math.max(0, total - events) / eventsPerSecond : null;
  return { events, total: Math.max(total, events), eventsPerSecond, secondsLeft };
}
