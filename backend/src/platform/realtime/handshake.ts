import type { IncomingMessage } from 'node:http';
import { errorTextOf, type Language } from '@matgyo/contracts/errors/index';
import { handshakeAuth } from '@matgyo/contracts/realtime';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import type { Tokens } from '../../identity/sessions/token.ts';
import { asFailure } from '../http/error-answer.ts';
import { isForeignOrigin } from '../http/foreign-origin.ts';
import type { Caller } from '../http/handler.ts';
import { clientNetwork, surroundingNetwork } from '../http/rate-limits.ts';
import { failure } from '../http/request-failure.ts';
import { validated } from '../http/validate.ts';
import { type Connection, hangUp } from './connections.ts';
import type { OpenSockets } from './open-sockets.ts';
import type { ClientSocket } from './sockets.ts';

export interface HandshakeDependencies {
  readonly tokens: Pick<Tokens, 'sessionOf'>;
  readonly sessions: Pick<Sessions, 'freshCallerOf' | 'refusalOf'>;
  readonly open: Pick<OpenSockets, 'refuseTooManyVisitors'>;
  readonly trustProxy: number;
}

/**
 * Authenticates each new connection (docs/decisions/conversation.md): as a member with a valid token, as a visitor
 * without one. Refusals reach the client as `connect_error` with `data: {code, error}`. A connection that asks
 * again is closed: clients ask once, and each time a session is read, so thousands at once would take every
 * connection to the database.
 */
export function handshake(deps: HandshakeDependencies) {
  const asked = new WeakSet<Connection>();
  return (socket: ClientSocket, next: (error?: Error) => void): void => {
    if (asked.has(socket.conn)) {
      hangUp(socket.conn);
      next(new Error('one socket for each connection'));
      return;
    }
    asked.add(socket.conn);
    socket.data.language = languageOf(socket);
    socket.data.network = networkOf(socket.request, deps.trustProxy);
    socket.data.surrounding = surroundingNetwork(clientAddress(socket.request, deps.trustProxy));
    callerOf(deps, socket).then(
      (caller) => {
        socket.data.caller = caller;
        next();
      },
      (error: unknown) => next(refusalOf(error, socket.data.language)),
    );
  };
}

async function callerOf(deps: HandshakeDependencies, socket: ClientSocket): Promise<Caller | undefined> {
  const { token } = validated(handshakeAuth, socket.handshake.auth);
  if (!token) {
    deps.open.refuseTooManyVisitors(socket.data);
    return undefined;
  }
  const session = deps.tokens.sessionOf(token);
  if (session === undefined) throw failure('INVALID_TOKEN');
  const caller = await deps.sessions.freshCallerOf(session);
  if (caller === undefined) throw failure(await deps.sessions.refusalOf(session.sessionId));
  return caller;
}

function languageOf({ handshake: { auth } }: ClientSocket): Language {
  const language: unknown = (auth as Record<string, unknown> | undefined)?.['language'];
  return language === 'en' ? 'en' : 'ko';
}

function refusalOf(error: unknown, language: Language): Error {
  const { code } = asFailure(error);
  const text = errorTextOf(code);
  return Object.assign(new Error(text.en), { data: { code, error: text[language] } });
}

export const networkOf = (request: IncomingMessage, trustProxy: number): string =>
  clientNetwork(clientAddress(request, trustProxy));

/** As in Koa: the first of the addresses that trusted proxies have added. */
function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const own = request.socket.remoteAddress ?? '';
  if (trustProxy === 0) return own;
  const added = headerOf(request, 'x-forwarded-for')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return added.slice(-trustProxy)[0] ?? own;
}

const headerOf = (request: IncomingMessage, name: string): string => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
};

/** Whether a page of another host opens the connection. */
export const isForeign = (request: IncomingMessage, trustProxy: number): boolean =>
  isForeignOrigin((name) => headerOf(request, name), trustProxy);
