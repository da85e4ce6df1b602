import { collectDefaultMetrics, Registry } from 'prom-client';

/** Where everything measured comes together; one for each application, so that two in one process stay apart. */
export function createRegistry(): Registry {
  const registry = new Registry();
  // The process: memory, event loop, garbage collection.
  collectDefaultMetrics({ register: registry });
  return registry;
}
