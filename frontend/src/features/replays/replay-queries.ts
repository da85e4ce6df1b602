import type { Replay } from '@matgyo/contracts/endpoints/operations';
import { operationPaths } from '@matgyo/contracts/paths/operations';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { command, useCommand } from '../../api/command.ts';
import { pages, queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';

const keys = queryKeys.own.staff;

/** How often a replay under way says how far it is. */
export const watchEveryMs = 1000;
const restEveryMs = 10_000;

export const isUnderWay = ({ state }: Replay): boolean =>
  state === 'starting' || state === 'running' || state === 'cancelling';

const rebuilt: ReadonlySet<Replay['state']> = new Set(['swapped', 'different', 'discarded']);
const equal: ReadonlySet<Replay['state']> = new Set(['swapped', 'equal']);
const differing: ReadonlySet<Replay['state']> = new Set(['different', 'compared', 'discarded']);

/** When the rows in use were last compared, and whether they differed; nothing is known of those rolled back to. */
export function lastComparisonOf(name: string, newestFirst: readonly Replay[]) {
  const last = newestFirst.find(
    ({ readModel, state }) =>
      readModel === name && (state === 'rolled-back' || equal.has(state) || differing.has(state)),
  );
  if (last?.state === 'rolled-back' || last?.finishedAt == null) return undefined;
  return { at: last.finishedAt, differs: differing.has(last.state) };
}

/** Whether its new figures wait for a decision: those of an earlier replay are gone once a later one has any. */
export const isUndecided = (replay: Replay, newestFirst: readonly Replay[]): boolean =>
  replay.state === 'different' &&
  newestFirst.find(({ readModel, state }) => readModel === replay.readModel && rebuilt.has(state))?._id ===
    replay._id;

/** Replays, newest first, followed closely while one of them is under way. */
export const replaysQuery = infiniteQueryOptions({
  ...pages(keys.replays, operationPaths.replays),
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? watchEveryMs : restEveryMs,
});

export type Start = 'rebuild' | 'compare' | 'roll-back';
export type ReplayAction = 'cancel' | 'swap' | 'discard';

const routeOf = {
  cancel: operationPaths.cancelReplay,
  swap: operationPaths.swapReplay,
  discard: operationPaths.discardReplay,
} as const;

/** Starts, cancels, swaps or discards a replay. The result is announced on any page, and the list is refetched. */
export function useReplayCommands() {
  const { t } = useTexts();
  const effects = { failed: true, changes: [keys.replays], untilShown: true } as const;
  return {
    start: useCommand({
      ...effects,
      command: (body: { readonly readModel: string; readonly kind: Start }) =>
        command(operationPaths.startReplay, { body }),
      done: ({ kind }) => t(kind === 'compare' ? 'replay.compareBegun' : 'replay.begun'),
    }),
    action: useCommand({
      ...effects,
      command: ({ action, id }: { readonly action: ReplayAction; readonly id: string }) =>
        command(routeOf[action], { params: { id }, body: {} }),
    }),
  };
}
