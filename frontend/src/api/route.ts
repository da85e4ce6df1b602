import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { Method } from '@matgyo/contracts/paths/call-path';
import type { z } from 'zod';

/** Any call of the contracts, seen through its four schemas. */
// biome-ignore lint/suspicious/noExplicitAny: a bound that every endpoint satisfies, whatever its schemas
type AnyEndpoint = Endpoint<any, any, any, any>;

/**
 * A call of the contracts as the browser needs it: where it is, and, for the compiler alone, what goes in and out.
 * The schemas stay behind, since they would bring the whole of zod into every page; `routes.test.ts` holds
 * method and path against the contracts.
 */
export interface Route<E extends AnyEndpoint> {
  readonly method: Method;
  readonly path: string;
  /** Never there at run time. */
  readonly endpoint?: E;
}

export const route = <E extends AnyEndpoint>(method: E['method'], path: string): Route<E> => ({
  method,
  path,
});

export type ParamsOf<E extends AnyEndpoint> = z.input<E['params']>;
export type QueryOf<E extends AnyEndpoint> = z.input<E['query']>;
export type BodyOf<E extends AnyEndpoint> = z.input<E['body']>;
export type AnswerOf<E extends AnyEndpoint> = z.output<E['response']>;
export type { AnyEndpoint };
