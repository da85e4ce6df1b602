import { collectDefaultMetrics, Registry } from 'prom-client';

/** The registry of all metrics; one per application, so that two in one process stay separate. */
export function createRegistry(): Registry {
  const registry = new Registry();
  // Process metrics: memory, event loop, garbage collection.
  collectDefaultMetrics({ register: registry });
  return registry;
}
