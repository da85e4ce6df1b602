import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export interface Listening {
  readonly server: Server;
  /** Like `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Takes no new connection, lets requests in flight end for at most `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

const idleCheckMs = 20;

/** Serves the application. Every connection has a time by which its headers and its whole request must be there. */
export async function listen(app: Koa, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 },
    app.callback(),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { server, url: `http://${name}:${bound}`, close: (graceMs) => close(server, graceMs) };
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Clients keep connections open: each one goes as soon as its last request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
