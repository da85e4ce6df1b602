import type { WorkChallenge, WorkSolution } from '@matgyo/contracts/work-challenge';
import { setChallengeProgress } from '../session/challenge-progress.ts';

interface Report {
  readonly tries: number;
  /** Null when it took too long or is not possible here. */
  readonly solution?: WorkSolution['solution'] | null;
}

/** The value of `Challenge-Solution`; undefined when this browser found none. One at a time is shown. */
export async function solveChallenge(
  challenge: WorkChallenge,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' });
  const { most } = challenge.parameters.data;
  const { promise, resolve } = Promise.withResolvers<Report['solution']>();
  const stop = () => resolve(undefined);
  worker.addEventListener('error', stop);
  signal?.addEventListener('abort', stop);
  worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
    if (data.solution !== undefined) resolve(data.solution);
    else setChallengeProgress(Math.round((data.tries / most) * 100));
  });
  setChallengeProgress(0);
  try {
    worker.postMessage(challenge);
    const solution = await promise;
    return solution == null ? undefined : encoded({ challenge, solution });
  } finally {
    setChallengeProgress(undefined);
    signal?.removeEventListener('abort', stop);
    worker.terminate();
  }
}

const encoded = (solved: WorkSolution): string =>
  btoa(JSON.stringify(solved)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
