import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { maxChatFrameBytes } from '@matgyo/contracts/endpoints/chat-views';
import { socketPath } from '@matgyo/contracts/socket-path';
import type { Change } from '@matgyo/projections/changes';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { ChatDependencies } from '../../conversation/chat/send-message.ts';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import type { Tokens } from '../../identity/sessions/token.ts';
import type { BackgroundWork } from '../background.ts';
import type { Database } from '../database/tables.ts';
import { broadcastChanges, type PushedRows } from './broadcast-changes.ts';
import { changeFeed } from './change-feed.ts';
import { listenToChat } from './chat-events.ts';
import {
  boundPackets,
  type Connection,
  hangUp,
  type SendQueue,
  takeUpTo,
  watchSendQueue,
} from './connections.ts';
import { handshake, isForeign, networkOf } from './handshake.ts';
import { createKnownOwners } from './known-owners.ts';
import { createOpenSockets, type OpenSockets } from './open-sockets.ts';
import { createPreAuthLimiter } from './pre-auth-limiter.ts';
import type { Push } from './push.ts';
import { createRelay } from './relay.ts';
import { shareSockets } from './shared-sockets.ts';
import { audiences, type ClientSocket, type Sockets } from './sockets.ts';

export interface RealtimeDependencies {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly visibility: Pick<Visibility, 'onWakeUp'>;
  readonly logger: Logger;
  readonly trustProxy: number;
  /** Where other backends may listen; undefined: this process is alone on its database. */
  readonly sharedDatabase: pg.PoolConfig | undefined;
  readonly rows: PushedRows;
  /** Called with changes before the sockets get them. */
  readonly beforeBroadcast: (changes: readonly Change[], missed: boolean) => void;
}

/** What is measured of the sockets. */
export interface RealtimeFigures {
  readonly open: ReturnType<OpenSockets['counts']>;
  /** Connections that have not said whose socket they are. */
  readonly waiting: number;
  /** Bytes that wait to be sent, of all sockets. */
  readonly queuedBytes: number;
  /** Connections that were cut because they did not read, or said too much. */
  readonly cut: { readonly slow: number; readonly flooding: number };
}

export interface Realtime {
  readonly push: Push;
  readonly background: readonly BackgroundWork[];
  figures(): RealtimeFigures;
  /** Attends to what members and admins say in chats. Once, before it is attached. */
  serveChat(chat: Omit<ChatDependencies, 'push'>): void;
  /** Serves sockets on the server that serves HTTP. */
  attach(server: HttpServer): void;
  /** Takes no new socket, answers what is being attended to, and hangs up, so that clients connect to another backend. */
  drain(graceMs: number): Promise<void>;
}

/** What waits for a socket that does not read. Those of one member together stay below 64 MiB. */
const mostQueuedBytes = 1_048_576;
/** Of one connection: a client that was away may send what it kept. */
const packets = { most: 2_000, perSecond: 100 };
/** A message of a client that has not authenticated: its parts are buffered until it is complete. */
const mostBytesOfAVisitor = 20_000;
const mostSockets = 20_000;
/** Connections that are no sockets yet. What a client says first comes one way to and fro after it has connected. */
const waitingBounds = { mostOfANetwork: 200, mostInAll: 2_000, longestMs: 5_000 };
const drainCheckMs = 20;

/** Sockets: who may open one, which events they get, and how slow readers are disconnected. */
export function createRealtime(deps: RealtimeDependencies): Realtime {
  const { db, pool, logger, sessions, visibility, trustProxy, sharedDatabase } = deps;
  const open = createOpenSockets(sessions, logger);
  const queues = new Set<SendQueue>();
  const cut = { slow: 0, flooding: 0 };
  let isDraining = false;
  const attending = { count: 0 };
  const upgraded = new Set<Duplex>();
  const preAuthLimiter = createPreAuthLimiter({
    ...waitingBounds,
    networkOf: (request) => networkOf(request, trustProxy),
    hangUp,
  });

  const everythingMayHaveChanged = (): void => {
    io.local.to(audiences.public).emit('changed', { keys: ['everything'] });
  };
  const shared =
    sharedDatabase &&
    shareSockets({ connection: sharedDatabase, logger, onMissed: everythingMayHaveChanged });
  const io: Sockets = new Server({
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: mostBytesOfAVisitor,
    connectTimeout: 10_000,
    allowRequest: (request, decide) => {
      const isFull = io.engine.clientsCount >= mostSockets;
      const isWelcome = !isDraining && !isFull && !isForeign(request, trustProxy);
      decide(null, isWelcome && preAuthLimiter.mayEnter(request));
    },
    ...(shared && { adapter: shared.adapter }),
  });
  const push = createRelay(io, shared !== undefined);
  const tell = broadcastChanges({ io, owners: createKnownOwners(db), rows: deps.rows });
  let serveChat: ((socket: ClientSocket) => void) | undefined;

  const watch = (conn: Connection): void => {
    preAuthLimiter.enter(conn);
    const cutOff = (why: keyof typeof cut): void => {
      cut[why] += 1;
      hangUp(conn);
    };
    const queue = watchSendQueue(conn, mostQueuedBytes, () => cutOff('slow'));
    boundPackets(conn, packets, () => cutOff('flooding'));
    queues.add(queue);
    conn.once('close', () => queues.delete(queue));
  };

  io.use(handshake({ ...deps, open }));
  io.on('connection', (socket) => {
    preAuthLimiter.leave(socket.conn);
    // A data URL of 5 MB fits.
    if (socket.data.caller !== undefined) takeUpTo(socket.conn, maxChatFrameBytes);
    open.add(socket);
    socket.on('disconnect', (why) => {
      open.remove(socket);
      // Otherwise the connection would stay open without being counted.
      if (why === 'client namespace disconnect') hangUp(socket.conn);
    });
    void socket.join(audiencesOf(socket));
    serveChat?.(socket);
  });

  return {
    push,
    background: [
      open.background,
      changeFeed({
        ...{ name: 'changes', pool, visibility, logger },
        listener: async (changes, missed) => {
          deps.beforeBroadcast(changes, missed);
          await tell(changes, missed);
        },
      }),
    ],
    figures: () => ({
      open: open.counts(),
      waiting: preAuthLimiter.count(),
      queuedBytes: [...queues].reduce((sum, { bytes }) => sum + bytes, 0),
      cut,
    }),
    serveChat(chat) {
      serveChat = (socket) => listenToChat({ ...chat, push, sessions, logger, attending }, socket);
    },
    attach(server) {
      io.attach(server);
      // The server's own list of connections does not have those that became sockets.
      server.on('upgrade', (_, raw) => {
        upgraded.add(raw);
        raw.once('close', () => upgraded.delete(raw));
      });
      // Here and not with the socket: a connection may say much before it has one.
      io.engine.on('connection', watch);
      io.engine.on('headers', (headers: Record<string, string>) => {
        headers['X-Content-Type-Options'] = 'nosniff';
      });
    },
    async drain(graceMs) {
      isDraining = true;
      const until = performance.now() + graceMs;
      const wait = async (isOver: () => boolean): Promise<void> => {
        while (!isOver() && performance.now() < until) await delay(drainCheckMs);
      };
      await wait(() => attending.count === 0);
      // Not `disconnect`, after which clients would not try again.
      io.engine.close();
      io.of('/').adapter.close();
      await wait(() => upgraded.size === 0);
      for (const raw of upgraded) raw.destroy();
      await shared?.close();
    },
  };
}

/** What a socket hears without asking. */
function audiencesOf({ data: { caller } }: ClientSocket): string[] {
  if (caller === undefined) return [audiences.public];
  const staff = caller.admin ? [audiences.admins] : caller.manager ? [audiences.managers] : [];
  return [audiences.public, audiences.member(caller.memberId), ...staff];
}
