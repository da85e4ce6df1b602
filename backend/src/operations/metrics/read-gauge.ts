import { within } from '@matgyo/event-store/deadline';
import { Counter, Gauge, type Registry } from 'prom-client';

type Figure = number | undefined | Readonly<Record<string, number>>;

interface ReadGauge {
  readonly help: string;
  /** With it there is a figure for each of its values. */
  readonly label?: string;
  /** Called at every scrape. Undefined, or a value of the label that is missing in the result, is not shown. */
  readonly read: () => Promise<Figure> | Figure;
}

const readMsMax = 2_000;

/**
 * Registers figures that are read from elsewhere at a scrape, by name. One that cannot be read in time is left out and
 * counted: a stale value or an invented zero would look healthy.
 */
export function registerReadGauges(registry: Registry, gauges: Readonly<Record<string, ReadGauge>>): void {
  const unreadable = new Counter({
    name: 'metrics_unreadable_total',
    help: 'Figures that could not be read at a scrape, by metric',
    labelNames: ['metric'],
    registers: [registry],
  });
  for (const [name, { help, label, read }] of Object.entries(gauges)) {
    unreadable.inc({ metric: name }, 0);
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        if (label === undefined) this.remove();
        else this.reset();
        try {
          const figure = await within(readMsMax, (async () => read())());
          if (typeof figure === 'number') this.set(figure);
          else for (const [value, one] of Object.entries(figure ?? {})) this.labels(value).set(one);
        } catch {
          unreadable.inc({ metric: name });
        }
      },
    });
  }
}
