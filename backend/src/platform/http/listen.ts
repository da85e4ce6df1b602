import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { CannotRun } from '@matgyo/projections/program-fault';
import type Koa from 'koa';
import { createGroups } from './groups.ts';
import { clientNetwork } from './rate-limits.ts';

export interface Listening {
  readonly server: Server;
  readonly url: string;
  /** Stops accepting, gives open requests up to `graceMs`, then closes all connections. */
  close(graceMs: number): Promise<void>;
}

const idleCheckMs = 20;
/** Enough for an office behind one address: dozens of browsers with six connections each. */
const connectionsPerNetworkMax = 500;
/** Clients and proxies wait for a reply before they send the next request on the same connection. */
const unansweredMax = 3;

/** Sockets on the same server. */
export interface SocketService {
  /** Whether it takes over the connection of a request that asks for that. */
  takesOver(request: IncomingMessage): boolean;
  attach(server: Server): void;
  /** Closes the sockets within `graceMs`. */
  drain(graceMs: number): Promise<void>;
  /** Ends the connection to other backends, once nothing is sent any more: after the requests and the background work. */
  close(): Promise<void>;
}

/** Why an address cannot be listened on, for the operator. */
const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it: end that one, or set another PORT',
  EACCES: 'this user may not: set a PORT from 1024 on',
  EADDRNOTAVAIL: 'HOST is no address of this machine',
};

/**
 * Starts the server, with time limits for a request's headers and body. Once `stopping` is aborted, each response ends
 * its connection: a request that arrives on an idle one just as that is closed would fail.
 */
export async function listen(
  app: Koa,
  options: { host: string; port: number; trustProxy: number; stopping?: AbortSignal | undefined },
  sockets?: SocketService,
): Promise<Listening> {
  const { host, port, trustProxy, stopping } = options;
  const server = createServer(
    {
      requestTimeout: 60_000,
      headersTimeout: 20_000,
      keepAliveTimeout: 65_000,
      // Any other request is answered as if it did not ask: a connection that is handed over without a reader would
      // stay open for ever.
      shouldUpgradeCallback: (request) => sockets?.takesOver(request) ?? false,
    },
    app.callback(),
  );
  // Behind a proxy all connections come from it, and the proxy limits them (docs/operating.md).
  if (trustProxy === 0) limitConnections(server, connectionsPerNetworkMax);
  server.prependListener('request', (_, response) => {
    if (stopping?.aborted === true) response.shouldKeepAlive = false;
  });
  sockets?.attach(server);
  limitUnanswered(server, unansweredMax);
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const why = listenFaults[error.code ?? ''] ?? `are HOST and PORT right? (${error.message})`;
    throw new CannotRun(`Cannot listen on ${host}, port ${port}: ${why}.`);
  });
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { server, url: `http://${name}:${bound}`, close: (graceMs) => close(server, sockets, graceMs) };
}

/** Sockets get part of the time, as requests may need all of it. */
const socketShare = 0.2;

async function close(server: Server, sockets: SocketService | undefined, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Kept-alive connections are closed after their last response.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await Promise.all([closed, sockets?.drain(graceMs * socketShare)]);
  clearInterval(idle);
  clearTimeout(cut);
}

/** Closes connections beyond `max` of one network. Upgraded connections are not counted: sockets have their own limits. */
function limitConnections(server: Server, max: number): void {
  const open = createGroups<Socket>();
  server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '');
    if (open.sizeOf(network) >= max) {
      socket.destroy();
      return;
    }
    open.add(socket, network);
    socket.once('close', () => open.remove(socket));
  });
  server.on('upgrade', (request) => open.remove(request.socket));
}

/**
 * Closes a connection with more unanswered requests than `max`: each is kept in memory until its reply has been read.
 * Called last, because no handler may begin with those beyond it.
 */
function limitUnanswered(server: Server, max: number): void {
  const handlers = server.listeners('request') as RequestListener[];
  const unanswered = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle.call(server, request, response);
  });
}
