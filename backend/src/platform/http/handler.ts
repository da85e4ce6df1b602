import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Access, Method } from '@matgyo/contracts/paths/call-path';
import type { z } from 'zod';
import type { StaticAnswer } from './static-answer.ts';

/** The caller, from the session, the member and the read model `accounts`; at most a second old. */
export interface Caller {
  readonly memberId: MemberId;
  readonly nickname: string;
  /** Roles in force; inactive members have none. */
  readonly admin: boolean;
  readonly manager: boolean;
  readonly status: 'active' | 'inactive';
  /** Whether the phone number is verified. */
  readonly verified: boolean;
  readonly sessionId: string;
}

/** An uploaded file, in memory. Its name and type are not trustworthy, so they are not passed on. */
export interface UploadedFile {
  readonly bytes: Buffer;
}

export interface Reply {
  header(name: string, value: string): void;
}

interface RequestOf<Params, Query, Body, CalledBy extends Access> {
  readonly requestId: string;
  readonly language: Language;
  /** The client's full address. */
  readonly ip: string;
  readonly secure: boolean;
  readonly method: Method;
  /** The path below `/api/v1` with parameters, in the canonical spelling. */
  readonly path: string;
  readonly caller: CalledBy extends 'anyone' ? Caller | undefined : Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly file: UploadedFile | undefined;
  /** One header's value; undefined when it is absent. */
  header(name: string): string | undefined;
  /** Only for endpoints that append to the ledger. */
  readonly idempotencyKey: string | undefined;
  /** SHA-256 (hex) of the request body's canonical form. */
  bodyHash(): string;
  readonly reply: Reply;
}

/** A handler's input. Excludes the path, so that endpoints with equal input can share a handler. */
export type HandlerRequest<E extends Endpoint = Endpoint> = RequestOf<
  z.output<E['params']>,
  z.output<E['query']>,
  z.output<E['body']>,
  E['access']
>;

/** A handler's result; the response schema then drops undeclared fields. A static answer is sent as it is. */
export type Handler<E extends Endpoint> = (
  request: HandlerRequest<E>,
) => Promise<z.input<E['response']> | StaticAnswer>;

/** Exactly one handler per endpoint, checked by the compiler. */
export type Handlers<E extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof E]: Handler<E[Name]>;
};
