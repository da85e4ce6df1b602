import path from 'node:path';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { callApi } from '../test/api-call.ts';
import { ackedMessage, connected, nextEvent, socketTo, type TestSocket } from '../test/sockets.ts';
import { alternatingRuns, concurrently, latencyOf, median, perSecond, type Run } from './measure.ts';
import { claimsOf, openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';
import { startProgram } from './server.ts';

const clients = 8;
const content = '네, 방금 입금했어요. 확인 부탁드려요.';

/**
 * From sending a message to its acknowledgement, compared with a server that only inserts it; and from a change to its
 * socket event.
 */
export async function benchChat(
  dataDir: string,
  { messages, changes }: { readonly messages: number; readonly changes: number },
): Promise<readonly Figure[]> {
  await using program = await startMatgyo(dataDir);
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  await using bare = await startProgram('bench/bare-chat-server.ts', {
    CHAT_DATABASE: JSON.stringify(postgres.connection),
  });
  using sockets = new DisposableStack();
  const opened = async (url: string, token?: string): Promise<TestSocket> => {
    const socket = await connected(socketTo(url, token === undefined ? {} : { token }));
    sockets.defer(() => socket.disconnect());
    return socket;
  };
  const { admin, members } = await openMarket(program, dataDir, clients);
  const rooms = members.map((token) => `support-${claimsOf(token).sub}`);
  const mine = await Promise.all(members.map((token) => opened(program.url, token)));
  const bareSockets = await Promise.all(members.map(() => opened(bare.url)));
  const sendBy = (of: readonly TestSocket[]) => async (client: number) => {
    const socket = of[client] as TestSocket;
    const orderId = rooms[client] ?? '';
    const answer = await socket.emitWithAck('sendMessage', { orderId, content });
    if (of === mine) ackedMessage(answer);
  };
  return [
    ...(await acknowledged(sendBy(mine), sendBy(bareSockets), messages)),
    await notifiedOfChange(program.url, admin, await opened(program.url), changes),
  ];
}

type SendMessage = (client: number) => Promise<void>;

const turns = 8;

async function acknowledged(
  ours: SendMessage,
  bare: SendMessage,
  messages: number,
): Promise<readonly Figure[]> {
  const each = Math.ceil(messages / turns / clients);
  // By each client in turn, because each is limited per minute.
  const inTurn = (send: SendMessage) => (_: number, index: number) => send(index % clients);
  const alone = { rounds: turns, workers: 1, each: each * clients };
  // Warms up both until they run compiled code.
  for (const send of [ours, bare]) {
    await concurrently(1, 2 * alone.each, inTurn(send));
    await concurrently(clients, each, send);
  }
  const p50 = ({ latenciesMs }: Run) => median(latenciesMs);
  const rate = (run: Run) => perSecond(each * clients, run);
  const referenceWhat = 'bare Socket.IO, which acknowledges after one committed INSERT';
  return [
    {
      what: 'chat message acknowledged, one at a time',
      unit: 'ms',
      ...(await alternatingRuns(alone, p50, inTurn(ours), inTurn(bare))),
      referenceWhat,
    },
    {
      what: `chat messages, ${clients} clients`,
      unit: 'messages/s',
      ...(await alternatingRuns({ rounds: turns, workers: clients, each }, rate, ours, bare)),
      referenceWhat,
    },
  ];
}

async function notifiedOfChange(
  url: string,
  token: string,
  visitor: TestSocket,
  changes: number,
): Promise<Figure> {
  const answered: number[] = [];
  const notifiedAfterMs: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const receiving = nextEvent(visitor, 'changed', ({ keys }) => keys.includes('price'));
    const from = performance.now();
    const call = callApi('POST', `${url}/api/v1/tetherprice/update-tether-price`, {
      token,
      body: { tetherPrice: 1401 + change },
    });
    await Promise.all([
      receiving.then(() => notifiedAfterMs.push(performance.now() - from)),
      call.then(() => answered.push(performance.now() - from)),
    ]);
  }
  return {
    what: 'price set until a visitor’s socket is notified',
    unit: 'ms',
    ours: median(notifiedAfterMs),
    reference: median(answered),
    referenceWhat: 'the answer of the same call, which waits for the read models',
    latency: latencyOf(notifiedAfterMs),
  };
}
