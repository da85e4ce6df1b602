import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { LaterReadModel } from '@matgyo/projections/tables';
import type { HandlerRequest, Handlers } from './handler.ts';

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (request: HandlerRequest) => Promise<unknown>;
  /**
   * The read models of the group `later` that the handler reads. No command waits for them, so before the handler runs,
   * the request waits until they are up to date.
   */
  readonly reads: readonly LaterReadModel[];
}

/** The routes of a capability: each endpoint with the handler of the same name. */
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
