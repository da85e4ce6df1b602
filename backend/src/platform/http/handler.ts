import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Access, Method } from '@matgyo/contracts/paths/call-path';
import type { z } from 'zod';
import type { StaticAnswer } from './static-answer.ts';

/** The signed-in caller: data of the session, the member and the account, at most a second old. */
export interface Caller {
  readonly memberId: MemberId;
  readonly nickname: string;
  /** Whether the caller is an admin now. An inactive member has no role in force. */
  readonly admin: boolean;
  readonly manager: boolean;
  readonly status: 'active' | 'inactive';
  /** Whether the phone number is verified. */
  readonly verified: boolean;
  readonly sessionId: string;
}

/** An uploaded file. The name and type that the client sent are left out, because they cannot be trusted. */
export interface UploadedFile {
  readonly bytes: Buffer;
}

export interface Reply {
  header(name: string, value: string): void;
}

interface RequestOf<Params, Query, Body, CalledBy extends Access> {
  readonly requestId: string;
  readonly language: Language;
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
  /** Undefined if the client sent none, and for endpoints that append no events. */
  readonly idempotencyKey: string | undefined;
  /** The SHA-256 (hex) of the request body in a canonical form, to recognize a repeat with another body. */
  bodyHash(): string;
  readonly reply: Reply;
}

/**
 * A handler's input. Its type does not depend on the endpoint's path, so endpoints with equal input can share a
 * handler.
 */
export type HandlerRequest<E extends Endpoint = Endpoint> = RequestOf<
  z.output<E['params']>,
  z.output<E['query']>,
  z.output<E['body']>,
  E['access']
>;

/**
 * Exactly one handler per endpoint, checked by the compiler. The response schema removes fields it does not declare; a
 * `StaticAnswer` is sent unchanged.
 */
export type Handlers<E extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof E]: (
    request: HandlerRequest<E[Name]>,
  ) => Promise<z.input<E[Name]['response']> | StaticAnswer>;
};
