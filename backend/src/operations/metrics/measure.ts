import { Gauge, Histogram, type Registry } from 'prom-client';

/** Runs work and measures its duration, its outcome, and how much of it is in flight or waiting. */
export type Measure = <T>(work: () => Promise<T>) => Promise<T>;

export interface Measured {
  /** `<name>_duration_seconds{outcome}` and `<name>_in_flight`. */
  readonly name: string;
  /** What is measured, for the help texts: "appends to the event log". */
  readonly what: string;
  /** A label for a failure, from a small fixed set; 'failed' by default. */
  readonly outcomeOf?: (error: unknown) => string;
}

/** From the duration on a fast disk to one at which callers have given up. */
export const secondsBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMeasure(
  registry: Registry,
  { name, what, outcomeOf = () => 'failed' }: Measured,
): Measure {
  const registers = [registry];
  const duration = new Histogram({
    name: `${name}_duration_seconds`,
    help: `Seconds taken by ${what}, waiting included, by outcome`,
    labelNames: ['outcome'],
    buckets: secondsBuckets,
    registers,
  });
  const inFlight = new Gauge({
    name: `${name}_in_flight`,
    help: `How many ${what} wait or are under way`,
    registers,
  });
  return async (work) => {
    const stop = duration.startTimer();
    inFlight.inc();
    try {
      const result = await work();
      stop({ outcome: 'done' });
      return result;
    } catch (error) {
      stop({ outcome: outcomeOf(error) });
      throw error;
    } finally {
      inFlight.dec();
    }
  };
}
