import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { limitConnections } from './limit-connections.ts';

export interface Listening {
  readonly server: Server;
  /** Like `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Takes no new connection, lets requests in flight end for at most `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

const idleCheckMs = 20;
/** An office behind one address has some dozen browsers with six each. */
const connectionsOfANetwork = 500;

/** What serves sockets beside the requests. */
export interface SocketService {
  attach(server: Server): void;
  /** Hangs up after at most `graceMs`. */
  drain(graceMs: number): Promise<void>;
}

/** Serves the application. Every connection has a time by which its headers and its whole request must be there. */
export async function listen(
  app: Koa,
  { host, port, trustProxy }: { host: string; port: number; trustProxy: number },
  sockets?: SocketService,
): Promise<Listening> {
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 },
    app.callback(),
  );
  // Behind a proxy all connections are the proxy's, and it has a limit of its own (docs/operating.md).
  if (trustProxy === 0) limitConnections(server, connectionsOfANetwork);
  sockets?.attach(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { server, url: `http://${name}:${bound}`, close: (graceMs) => close(server, sockets, graceMs) };
}

/** Sockets that wait for nothing have a part of the time; a request may need all of it. */
const socketShare = 0.2;

async function close(server: Server, sockets: SocketService | undefined, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Clients keep connections open: each one goes as soon as its last request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await Promise.all([closed, sockets?.drain(graceMs * socketShare)]);
  clearInterval(idle);
  clearTimeout(cut);
}
