import { setTimeout as delay } from 'node:timers/promises';
import { connected, socketTo } from '../test/sockets.ts';
import { countingStatementsIn, statementsIn } from './count-statements-in.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';

/** Time for the consequences of the sign-ups to finish. */
const pauseMs = 5_000;

/** The statements of the idle program, with the sockets of two members open. */
export async function benchIdle(dataDir: string, seconds: number): Promise<Figure> {
  const countFile = `${dataDir}.statements`;
  await using program = await startMatgyo(dataDir, countingStatementsIn(countFile));
  const { members } = await openMarket(program, dataDir, 2);
  const sockets = await Promise.all(members.map((token) => connected(socketTo(program.url, { token }))));
  await delay(pauseMs);
  const before = await statementsIn(countFile);
  await delay(seconds * 1_000);
  const after = await statementsIn(countFile);
  for (const socket of sockets) socket.disconnect();
  return {
    what: 'statements a second when idle, two sockets',
    unit: 'statements/s',
    ours: (after - before) / seconds,
    reference: 2,
    referenceWhat: 'a look for others twice a second',
  };
}
