import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { chatFrameBytesMax } from '@matgyo/contracts/endpoints/chat-views';
import { socketPath } from '@matgyo/contracts/socket-path';
import type { Change } from '@matgyo/projections/changes';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import { Server } from 'socket.io';
import { Decoder, Encoder } from 'socket.io-parser';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import type { Tokens } from '../../identity/sessions/token.ts';
import type { Shared } from '../../shared.ts';
import { hasTooManyValues } from '../http/input-shape.ts';
import { broadcastChanges, type PushedRows } from './broadcast-changes.ts';
import { changeFeed } from './change-feed.ts';
import { type Connection, createTrafficLimits, hangUp, raiseMessageBytesMax } from './connections.ts';
import { handshake, isForeign, networkOf } from './handshake.ts';
import { createOpenSockets, type OpenSockets } from './open-sockets.ts';
import { createOwnerCache } from './owner-cache.ts';
import { createPreAuthLimiter } from './pre-auth-limiter.ts';
import { createRelay } from './relay.ts';
import { shareSockets } from './shared-sockets.ts';
import type { RequestDependencies } from './socket-request.ts';
import { type ClientSocket, type Sockets, socketRooms } from './sockets.ts';

export interface RealtimeDependencies extends Pick<Shared, 'db' | 'pool' | 'logger'> {
  readonly visibility: Pick<Visibility, 'onWakeUp'>;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly trustProxy: number;
  /** The database shared with other backends; undefined when there are none. */
  readonly sharedDatabase: pg.PoolConfig | undefined;
  readonly rows: PushedRows;
  /** Called before changes are sent to sockets. */
  readonly beforeBroadcast: (changes: readonly Change[], missed: boolean) => void;
}

export type Realtime = ReturnType<typeof createRealtime>;

type ServeSocket = (socket: ClientSocket, requests: RequestDependencies) => void;

/** Message size of visitors: parts are buffered until complete. The longest text of a chat fits. */
const textMessageBytesMax = 20_000;
const socketsMax = 20_000;
/** Limits before authentication, which takes one round trip after connecting. */
const preAuthBounds = { perNetworkMax: 200, totalMax: 2_000, waitMsMax: 5_000 };
const drainCheckMs = 20;

/** Socket.IO's decoder, which refuses what would take long to parse; the connection is then closed. */
class BoundedDecoder extends Decoder {
  override add(frame: unknown): void {
    if (typeof frame === 'string' && hasTooManyValues(frame)) throw new RangeError('too many values');
    super.add(frame);
  }
}

export function createRealtime(deps: RealtimeDependencies) {
  const { db, pool, logger, sessions, visibility, trustProxy, sharedDatabase } = deps;
  const open = createOpenSockets(sessions, logger);
  const traffic = createTrafficLimits();
  let isDraining = false;
  const inProgress = { count: 0 };
  const upgraded = new Set<Duplex>();
  const preAuthLimiter = createPreAuthLimiter({
    ...preAuthBounds,
    networkOf: (request) => networkOf(request, trustProxy),
    hangUp,
  });

  const reloadAll = () => io.local.to(socketRooms.public).emit('changed', { keys: ['everything'] });
  const shared = sharedDatabase && shareSockets({ connection: sharedDatabase, logger, onMissed: reloadAll });
  const io: Sockets = new Server({
    path: socketPath,
    serveClient: false,
    parser: { Encoder, Decoder: BoundedDecoder },
    maxHttpBufferSize: textMessageBytesMax,
    connectTimeout: 10_000,
    allowRequest: (request, decide) => {
      const isFull = io.engine.clientsCount >= socketsMax;
      const isAllowed = !isDraining && !isFull && !isForeign(request, trustProxy) && !requestsScript(request);
      decide(null, isAllowed && preAuthLimiter.mayEnter(request));
    },
    ...(shared && { adapter: shared.adapter }),
  });
  const push = createRelay(io, shared !== undefined);
  const broadcast = broadcastChanges({ io, owners: createOwnerCache(db), rows: deps.rows });
  let serve: ServeSocket | undefined;

  io.use(handshake({ ...deps, open }));
  io.on('connection', (socket) => {
    preAuthLimiter.leave(socket.conn);
    admit(socket, open);
    serve?.(socket, { sessions, logger, inProgress });
  });

  return {
    push,
    background: [
      open.background,
      changeFeed({
        name: 'changes',
        pool,
        visibility,
        logger,
        listener: async (changes, missed) => {
          deps.beforeBroadcast(changes, missed);
          await broadcast(changes, missed);
        },
      }),
    ],
    /** Metrics; `waiting`: connections that have not authenticated yet. */
    figures: () => ({ open: open.counts(), waiting: preAuthLimiter.count(), ...traffic.figures() }),
    /** Sets what handles the events of sockets. Call once, before `attach`. */
    serve(handler: ServeSocket): void {
      serve = handler;
    },
    /** Whether a request asks for a socket, as Socket.IO decides it. */
    takesOver: ({ url }: IncomingMessage): boolean => url?.startsWith(`${socketPath}/`) ?? false,
    attach(server: HttpServer): void {
      io.attach(server);
      trackUpgraded(server, upgraded);
      // Before any socket exists: a connection may send much before it authenticates.
      io.engine.on('connection', (conn: Connection) => {
        preAuthLimiter.enter(conn);
        traffic.limit(conn);
      });
      io.engine.on('headers', (headers: Record<string, string>) => {
        headers['X-Content-Type-Options'] = 'nosniff';
      });
    },
    /** Accepts no new socket, finishes open requests and closes all, so that clients connect to another backend. */
    async drain(graceMs: number): Promise<void> {
      isDraining = true;
      await closeAll({ io, inProgress, upgraded }, graceMs);
    },
    /** Ends the connection to other backends. */
    close: async () => shared?.close(),
  };
}

/**
 * Whether the answers are to be scripts (JSONP), which pages of any host can run: a browser sends no origin for a
 * script.
 */
const requestsScript = ({ url }: IncomingMessage): boolean =>
  new URL(url ?? '', 'http://host').searchParams.has('j');

/** Counts the socket, which may end it, and joins its first rooms. */
function admit(socket: ClientSocket, open: OpenSockets): void {
  socket.on('disconnect', (reason) => {
    open.remove(socket);
    // The connection would stay open without being counted.
    if (reason === 'client namespace disconnect') hangUp(socket.conn);
  });
  open.add(socket);
  // A data URL of 5 MB fits.
  if (open.mayReceiveImages(socket)) raiseMessageBytesMax(socket.conn, chatFrameBytesMax);
  void socket.join(initialRoomsOf(socket));
}

/** The server itself does not track upgraded connections. */
function trackUpgraded(server: HttpServer, upgraded: Set<Duplex>): void {
  server.on('upgrade', (_, raw) => {
    upgraded.add(raw);
    raw.once('close', () => upgraded.delete(raw));
  });
}

interface OpenWork {
  readonly io: Sockets;
  readonly inProgress: { readonly count: number };
  readonly upgraded: ReadonlySet<Duplex>;
}

/** Closes all connections once their requests are finished, after `graceMs` in any case. */
async function closeAll({ io, inProgress, upgraded }: OpenWork, graceMs: number): Promise<void> {
  const until = performance.now() + graceMs;
  const wait = async (isOver: () => boolean): Promise<void> => {
    while (!isOver() && performance.now() < until) await delay(drainCheckMs);
  };
  await wait(() => inProgress.count === 0);
  // After `disconnect` clients would not reconnect.
  io.engine.close();
  io.of('/').adapter.close();
  await wait(() => upgraded.size === 0);
  for (const raw of upgraded) raw.destroy();
}

/** The rooms a socket joins when it connects. */
function initialRoomsOf({ data: { caller } }: ClientSocket): string[] {
  if (caller === undefined) return [socketRooms.public];
  const staff = caller.admin ? [socketRooms.admins] : caller.manager ? [socketRooms.managers] : [];
  return [socketRooms.public, socketRooms.member(caller.memberId), ...staff];
}
