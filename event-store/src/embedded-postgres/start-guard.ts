import { hash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { PostgresNotStarted } from './postgres-not-started.ts';

const retryMs = 25;

/**
 * Lets one process of this machine at a time inspect a data folder and start its server, so that no two processes judge
 * the same leftover files. The guard is a name in the kernel (Linux abstract sockets), which cannot be left behind. On
 * other systems PostgreSQL's own lock file is the only guard.
 *
 * @throws PostgresNotStarted if another process holds the guard for longer than `waitMs`.
 */
export async function withStartGuard<T>(dataDir: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') return work();
  const name = `\0matgyo-${hash('sha256', dataDir)}`;
  const deadline = performance.now() + waitMs;
  let guard = await take(name);
  while (guard === undefined) {
    if (performance.now() > deadline)
      throw new PostgresNotStarted(`Another process is still starting the database in ${dataDir}.`);
    await delay(retryMs);
    guard = await take(name);
  }
  try {
    return await work();
  } finally {
    guard.close();
  }
}

async function take(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => resolve(server));
  });
}
