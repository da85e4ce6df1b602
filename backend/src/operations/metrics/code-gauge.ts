import type { Registry } from 'prom-client';
import type { CodeBudget } from '../../identity/one-time-codes/code-budget.ts';
import { registerReadGauge } from './read-gauge.ts';

/** A gauge of how much of the day's text messages is spent. */
export function registerCodeGauge(registry: Registry, codeBudget: Pick<CodeBudget, 'spent'>): void {
  registerReadGauge(registry, {
    name: 'one_time_codes_sent_of_day',
    help: 'Part of the text messages of a day that is spent, by what they are for; 1: no more are sent',
    labelNames: ['kind'],
    read: async () =>
      (await codeBudget.spent()).map(({ kind, sent, most }) => ({
        labels: { kind },
        value: most === 0 ? 1 : sent / most,
      })),
  });
}
