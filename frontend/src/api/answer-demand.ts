import type { WorkChallenge, WorkSolution } from '@matgyo/contracts/work-challenge';
import { challengeProgress } from '../session/challenge-progress.ts';
import { requestProof } from '../session/step-up.ts';
import type { CallOptions } from './call.ts';

/** What a refused call needs to be sent again: a solved challenge, or what the only admin has to type to confirm it. */
export interface Demanded {
  readonly challenge?: WorkChallenge;
  readonly confirmAlone?: string;
}

/** The call with the answer; undefined without one. */
export async function answered(
  options: CallOptions,
  { challenge, confirmAlone }: Demanded,
): Promise<CallOptions | undefined> {
  if (challenge !== undefined) {
    const solved = await solveChallenge(challenge, options.signal);
    return solved === undefined ? undefined : { ...options, solved };
  }
  if (confirmAlone === undefined || !(await requestProof([], confirmAlone))) return undefined;
  const { idempotencyKey: key, body } = options;
  return {
    ...options,
    body: { ...(body as object | undefined), confirmAlone },
    // Another command: the refusal is the reply to the first key, and a key has one body.
    ...(key !== undefined && { idempotencyKey: `${key} alone` }),
  };
}

interface Report {
  readonly tries: number;
  /** Null when it took too long or is not possible here. */
  readonly solution?: WorkSolution['solution'] | null;
}

/** The value of `Challenge-Solution`; undefined when this browser found none. One at a time is shown. */
async function solveChallenge(challenge: WorkChallenge, signal: AbortSignal | undefined) {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' });
  const { most } = challenge.parameters.data;
  const { promise, resolve } = Promise.withResolvers<Report['solution']>();
  const stop = () => resolve(undefined);
  worker.addEventListener('error', stop);
  signal?.addEventListener('abort', stop);
  worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
    if (data.solution !== undefined) resolve(data.solution);
    else challengeProgress.set(Math.round((data.tries / most) * 100));
  });
  challengeProgress.set(0);
  try {
    worker.postMessage(challenge);
    const solution = await promise;
    return solution == null ? undefined : encoded({ challenge, solution });
  } finally {
    challengeProgress.set(undefined);
    signal?.removeEventListener('abort', stop);
    worker.terminate();
  }
}

const encoded = (solved: WorkSolution): string =>
  btoa(JSON.stringify(solved)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
