import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { keepListening } from './own-connection.ts';
import { withClient } from './with-client.ts';

/** The port of a proxy that loses the first request to listen, as a server that hangs after the sign-in does. */
async function proxyThatHangsOnce({ connection }: TestDatabase): Promise<number> {
  let hasHung = false;
  const proxy = net.createServer((client) => {
    const server = net.connect({ path: `${connection.host}/.s.PGSQL.${connection.port}` });
    for (const socket of [client, server]) socket.on('error', () => undefined);
    server.pipe(client);
    client.on('close', () => server.destroy());
    client.on('data', (bytes) => {
      if (hasHung || !bytes.includes('listen')) server.write(bytes);
      else hasHung = true;
    });
  });
  onTestFinished(async () => {
    proxy.close();
    await once(proxy, 'close');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return (proxy.address() as net.AddressInfo).port;
}

test('listens on another connection if the server does not answer the request to listen', async () => {
  const database = await createTestDatabase();
  const stopping = new AbortController();
  const heard: string[] = [];
  const listening = keepListening({
    connection: { ...database.connection, host: '127.0.0.1', port: await proxyThatHangsOnce(database) },
    channel: 'news',
    signal: stopping.signal,
    onNotification: (payload) => heard.push(payload),
    onListening: (isFirst) => heard.push(`first: ${isFirst}`),
  });
  onTestFinished(async () => {
    stopping.abort();
    await listening;
    await database.drop();
  });
  await expect.poll(() => heard).toEqual(['first: false']);
  await withClient(database.connection, (client) => client.query(`notify news, 'one'`));
  await expect.poll(() => heard).toContain('one');
});
