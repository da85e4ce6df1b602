import { performance } from 'node:perf_hooks';
import type { Figure } from './report.ts';

/** Latencies of single operations in milliseconds, and the total duration. */
export type Run = Awaited<ReturnType<typeof concurrently>>;

type Operation = (worker: number, index: number) => Promise<unknown>;

/** `workers` loops, each running `each` operations one after the other. */
export async function concurrently(workers: number, each: number, operation: Operation) {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let index = 0; index < each; index += 1) {
        const from = performance.now();
        await operation(worker, index);
        latenciesMs.push(performance.now() - from);
      }
    }),
  );
  return { latenciesMs, totalMs: performance.now() - startedAt };
}

export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NaN;
}

export const perSecond = (count: number, run: Pick<Run, 'totalMs'>): number => count / (run.totalMs / 1000);

export const latencyOf = (durationsMs: readonly number[]): NonNullable<Figure['latency']> => ({
  p50: percentile(durationsMs, 0.5),
  p99: percentile(durationsMs, 0.99),
});

/** The median, so that one disturbance does not determine the figure. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** A measurement alternating with its reference: the median of each, and the least and greatest ratio of one turn. */
export type Compared = Awaited<ReturnType<typeof alternating>>;

/** Each turn measures both, alternating which is first, so that changing load affects both. */
export async function alternating(
  rounds: number,
  measureOurs: () => Promise<number>,
  measureReference: () => Promise<number>,
) {
  const ours: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) ours.push(await measureOurs());
    references.push(await measureReference());
    if (round % 2 === 1) ours.push(await measureOurs());
  }
  const ratios = ours.map((figure, round) => figure / (references[round] ?? Number.NaN));
  return {
    ours: median(ours),
    reference: median(references),
    ratios: [Math.min(...ratios), Math.max(...ratios)] as const,
  };
}

/** The same for runs of two operations, by a figure of each run; with the latencies of our operation. */
export async function alternatingRuns(
  { rounds, workers, each }: { readonly rounds: number; readonly workers: number; readonly each: number },
  figureOf: (run: Run) => number,
  ours: Operation,
  reference: Operation,
) {
  const latenciesMs: number[] = [];
  const measureOurs = async () => {
    const run = await concurrently(workers, each, ours);
    latenciesMs.push(...run.latenciesMs);
    return figureOf(run);
  };
  const measureReference = async () => figureOf(await concurrently(workers, each, reference));
  return { ...(await alternating(rounds, measureOurs, measureReference)), latency: latencyOf(latenciesMs) };
}
