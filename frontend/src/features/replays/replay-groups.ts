import type { Replay } from '@matgyo/contracts/endpoints/operations';

/** The longest pause between two comparisons of one run. */
const pauseMsMax = 60_000;

/** Newest first. */
export type ReplayRun = readonly [Replay, ...Replay[]];

const isEqualComparison = ({ kind, state }: Replay): boolean => kind === 'compare' && state === 'equal';

/**
 * Groups the comparisons of one run that found no difference; any other replay is alone. The last group may go on in
 * what is not loaded.
 */
export function groupReplays(replays: readonly Replay[]): readonly ReplayRun[] {
  const groups: [Replay, ...Replay[]][] = [];
  for (const replay of replays) {
    const newer = groups.at(-1);
    if (newer !== undefined && belongsTo(newer, replay)) newer.push(replay);
    else groups.push([replay]);
  }
  return groups;
}

/** A run compares each read model once, so a second comparison of one begins another run. */
function belongsTo(run: ReplayRun, replay: Replay): boolean {
  const next = run.at(-1) ?? run[0];
  return (
    isEqualComparison(replay) &&
    isEqualComparison(next) &&
    next.startedBy?._id === replay.startedBy?._id &&
    Date.parse(next.startedAt) - Date.parse(replay.finishedAt ?? replay.startedAt) <= pauseMsMax &&
    run.every(({ readModel }) => readModel !== replay.readModel)
  );
}
