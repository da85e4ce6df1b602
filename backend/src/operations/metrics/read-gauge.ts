import { within } from '@matgyo/event-store/deadline';
import { Counter, Gauge, type Registry } from 'prom-client';

export interface Reading {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Called at every scrape. Labels missing in its result are not shown. */
  readonly read: () => Promise<readonly Reading[]> | readonly Reading[];
}

const readMsMax = 2_000;

/**
 * Registers a figure that is read from elsewhere at a scrape. One that cannot be read in time is left out and counted:
 * a stale value or an invented zero would look healthy.
 */
export function registerReadGauge(
  registry: Registry,
  { name, help, labelNames = [], read }: ReadGauge,
): void {
  const unreadable = unreadableCounter(registry);
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      if (labelNames.length > 0) this.reset();
      else this.remove();
      try {
        for (const { labels = {}, value } of await within(readMsMax, (async () => read())()))
          this.set(labels, value);
      } catch {
        unreadable.inc({ metric: name });
      }
    },
  });
}

const unreadableName = 'metrics_unreadable_total';

const unreadableCounter = (registry: Registry): Counter<'metric'> =>
  (registry.getSingleMetric(unreadableName) as Counter<'metric'> | undefined) ??
  new Counter({
    name: unreadableName,
    help: 'Figures that could not be read at a scrape, by metric',
    labelNames: ['metric'],
    registers: [registry],
  });
