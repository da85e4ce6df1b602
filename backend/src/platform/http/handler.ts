import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Access, Method } from '@matgyo/contracts/paths/call-path';
import type { z } from 'zod';

/** Who calls, as the session row, the member's row and the read model `accounts` say, at most a second ago. */
export interface Caller {
  readonly memberId: MemberId;
  readonly nickname: string;
  /** The roles in force; inactive members have none. */
  readonly admin: boolean;
  readonly manager: boolean;
  readonly status: 'active' | 'inactive';
  /** The phone on file has been verified. */
  readonly verified: boolean;
  readonly sessionId: string;
}

/** A file of a multipart form, in memory. Neither its name nor its type is to be believed. */
export interface UploadedFile {
  readonly bytes: Buffer;
  readonly declaredName: string;
}

export interface Reply {
  header(name: string, value: string): void;
}

interface RequestOf<Params, Query, Body, CalledBy extends Access> {
  readonly requestId: string;
  readonly language: Language;
  /** The client's address; of IPv6 the whole address. */
  readonly ip: string;
  readonly secure: boolean;
  readonly method: Method;
  /** The path below `/api/v1` with its parameters, in the canonical spelling whichever alias was called. */
  readonly path: string;
  readonly caller: CalledBy extends 'anyone' ? Caller | undefined : Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly file: UploadedFile | undefined;
  /** One header's value; undefined when it is absent. */
  header(name: string): string | undefined;
  /** Only on calls that append to the ledger. */
  readonly idempotencyKey: string | undefined;
  /** SHA-256 (hex) of what the client sent as body, however it was spaced and ordered. */
  readonly bodyHash: string;
  readonly reply: Reply;
}

/** What a handler is given. Not where its call is, so that calls which take the same can share one. */
export type HandlerRequest<E extends Endpoint = Endpoint> = RequestOf<
  z.output<E['params']>,
  z.output<E['query']>,
  z.output<E['body']>,
  E['access']
>;

/** What a handler gives back: the response before the schema has dropped what does not belong to it. */
export type Handler<E extends Endpoint> = (request: HandlerRequest<E>) => Promise<z.input<E['response']>>;

/** One handler for each endpoint, no more and no fewer: otherwise it does not compile. */
export type Handlers<E extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof E]: Handler<E[Name]>;
};
