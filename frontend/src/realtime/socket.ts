import type { ClientEvents, EndedEvent, ServerEvents } from '@matgyo/contracts/realtime';
import { socketPath } from '@matgyo/contracts/socket-path';
import type { Socket } from 'socket.io-client';
import { currentLanguage, watchLanguage } from '../i18n/index.ts';
import { makeListeners } from '../session/listeners.ts';
import { currentSession, endSession, subscribeSession } from '../session/session.ts';

/*
 * The tab's only socket: with the session's token, or without one for public data. It reconnects when the session, the
 * language or the network changes; callers need not know.
 */

type Connection = Socket<ServerEvents, ClientEvents>;
type Listener = (payload: never) => void;
type Answer<E extends keyof ClientEvents> = Parameters<
  Extract<Parameters<ClientEvents[E]>[1], (answer: never) => void>
>[0];

/** Of the specification (section 9). */
const timing = { reconnectionDelay: 1_000, reconnectionDelayMax: 5_000, timeout: 20_000 };
const answerWithinMs = 10_000;
/** The library does not retry after the server closed or refused the connection. */
const reconnectMs = 3_000;
/** A member has only so many sockets, and a new one ends the oldest: tabs in the background do not compete for them. */
const hiddenReconnectMs = 60_000;

const listeners = new Map<string, Set<Listener>>();
const watchers = makeListeners();
let connection: Connection | undefined;
let up = false;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
let generation = 0;

function setUp(next: boolean): void {
  if (next === up) return;
  up = next;
  watchers.notify();
}

/** Connects with the current session and language, now and after each change of either. Call once. */
export function keepConnected(): void {
  let token = currentSession()?.token;
  void connect();
  subscribeSession(() => {
    const next = currentSession()?.token;
    if (next === token) return;
    token = next;
    void connect();
  });
  // The server words its refusals in the language of the connection.
  watchLanguage(() => void connect());
}

async function connect(): Promise<void> {
  generation += 1;
  const mine = generation;
  clearTimeout(reconnectTimer);
  connection?.disconnect();
  connection = undefined;
  setUp(false);
  const library = await import('socket.io-client').catch(() => undefined);
  if (mine !== generation) return;
  if (library === undefined) {
    // For example offline; screens poll meanwhile.
    reconnectTimer = setTimeout(() => void connect(), reconnectMs);
    return;
  }
  const token = currentSession()?.token;
  const opened: Connection = library.io({
    ...timing,
    path: socketPath,
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (say) => say({ token, language: currentLanguage() }),
  });
  connection = opened;
  const isCurrent = () => connection === opened;
  const reconnectLater = () => {
    clearTimeout(reconnectTimer);
    const waitMs = document.visibilityState === 'hidden' ? hiddenReconnectMs : reconnectMs;
    reconnectTimer = setTimeout(() => isCurrent() && opened.connect(), waitMs);
  };
  opened.on('connect', () => isCurrent() && setUp(true));
  opened.on('disconnect', (reason) => {
    if (!isCurrent()) return;
    setUp(false);
    if (reason === 'io server disconnect') reconnectLater();
  });
  opened.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    if (!isCurrent() || opened.active) return;
    const code = error.data?.code;
    if (code === 'INVALID_TOKEN' || code === 'SESSION_IDLE') sessionIsOver(token, code);
    else reconnectLater();
  });
  opened.on('ended', ({ code }) => isCurrent() && sessionIsOver(token, code));
  opened.onAny((event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload as never);
  });
}

/** The server ended the session, unless the user has signed in again meanwhile. */
function sessionIsOver(token: string | undefined, code: EndedEvent['code']): void {
  if (token !== undefined && currentSession()?.token === token)
    endSession(code === 'SESSION_IDLE' ? 'idle' : 'refused');
}

/** Calls back for each event of a kind. Returns an unsubscribe function. */
export function listenTo<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]): () => void {
  const known = listeners.get(event) ?? new Set();
  listeners.set(event, known.add(listener as Listener));
  return () => known.delete(listener as Listener);
}

/** Calls back when the socket comes up or goes down. */
export const watchSocket = watchers.subscribe;

export const isSocketUp = (): boolean => up;

/** Nothing was sent, or there was no acknowledgement. */
export class SocketSilent extends Error {}

/**
 * Sends an event to the server and waits for its answer.
 *
 * @throws SocketSilent when the socket is down or does not answer within 10 seconds.
 */
export function request<E extends Exclude<keyof ClientEvents, 'typing'>>(
  event: E,
  payload: Parameters<ClientEvents[E]>[0],
): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    if (connection?.connected !== true) return reject(new SocketSilent('the socket is down'));
    const answered = (error: Error | null, answer: Answer<E>) =>
      error === null ? resolve(answer) : reject(new SocketSilent('no answer in time'));
    (connection.timeout(answerWithinMs).emit as (...args: unknown[]) => void)(event, payload, answered);
  });
}

/** Sends an event without an answer; it may get lost. */
export function announceTyping(room: Parameters<ClientEvents['typing']>[0]): void {
  if (connection?.connected === true) connection.volatile.emit('typing', room);
}
