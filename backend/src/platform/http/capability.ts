import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { LaterReadModel } from '@matgyo/projections/tables';
import type { HandlerRequest, Handlers } from './handler.ts';

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (request: HandlerRequest) => Promise<unknown>;
  /** What its handler reads of the read models that no command waits for: the request waits for them instead. */
  readonly reads: readonly LaterReadModel[];
}

/** Binds handlers to endpoints by name. */
export function capability<E extends Readonly<Record<string, Endpoint>>>(
  endpoints: E,
  handlers: Handlers<E>,
  reads: readonly LaterReadModel[] = [],
): readonly Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => ({
    endpoint,
    // The handler's type was checked against its endpoint above; `Route` is not generic.
    handle: handlers[name as keyof E] as unknown as Route['handle'],
    reads,
  }));
}
