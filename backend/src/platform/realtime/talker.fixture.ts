import type { ChatMessageView } from '@matgyo/contracts/endpoints/chat-views';
import { expect } from 'vitest';
import { callApi } from '../../../../test/api-call.ts';
import { join, socketTo, type TestSocket } from '../../../../test/sockets.ts';

export interface Talker {
  readonly name: string;
  /** The number each content was acknowledged with. */
  readonly acked: ReadonlyMap<string, number>;
  /** What this client shows, by number. */
  readonly seen: ReadonlyMap<number, string>;
  /** When all of its messages are acknowledged. */
  readonly finished: Promise<void>;
  /** How often it has connected. */
  connections(): number;
  /** Ends its connection as a broken line does; it connects again by itself. */
  cut(): void;
  /** Goes on at another server. */
  moveTo(url: string): void;
  /** Waits until it shows so many. */
  caughtUp(count: number): Promise<void>;
  close(): void;
}

interface TalkerOptions {
  readonly url: string;
  readonly token: string;
  readonly room: string;
  readonly name: string;
  readonly count: number;
}

const mostPending = 8;

/**
 * A client as it should be: it sends `count` messages, some at a time, sends what was not acknowledged again after each
 * connection, and asks for what it missed whenever there is a hole in the numbers.
 */
export function talker({ url: first, token, room, name, count }: TalkerOptions): Talker {
  const acked = new Map<string, number>();
  const seen = new Map<number, string>();
  const pending = new Map<string, string>();
  const finished = Promise.withResolvers<void>();
  let url = first;
  let next = 0;
  let connections = 0;
  let socket = open();

  function open(): TestSocket {
    const opened = socketTo(url, { token, reconnection: true });
    opened.on('message', show);
    opened.on('connect', () => {
      connections += 1;
      for (const [clientId, content] of pending) transmit(clientId, content);
      void join(opened, room).then(catchUp, () => undefined);
      fill();
    });
    opened.connect();
    return opened;
  }

  function show({ seq, content }: ChatMessageView): void {
    const known = seen.get(seq);
    if (known !== undefined && known !== content) throw new Error(`two messages at ${seq}`);
    seen.set(seq, content);
  }

  function fill(): void {
    while (socket.connected && pending.size < mostPending && next < count) {
      const content = `${name} ${next}`;
      const clientId = `${name}-${next}`;
      next += 1;
      pending.set(clientId, content);
      transmit(clientId, content);
    }
    if (pending.size === 0 && next === count) finished.resolve();
  }

  function transmit(clientId: string, content: string): void {
    if (!socket.connected) return;
    socket.emitWithAck('sendMessage', { orderId: room, content, clientId }).then(
      (answer) => {
        if (!answer.ok) return finished.reject(new Error(`refused: ${answer.code}`));
        const before = acked.get(content);
        if (before !== undefined && before !== answer.seq)
          finished.reject(new Error('acknowledged at two places'));
        acked.set(content, answer.seq);
        pending.delete(clientId);
        fill();
      },
      // The line broke: it is sent again after the next connection.
      () => undefined,
    );
  }

  /** Everything behind the first hole. */
  async function catchUp(): Promise<void> {
    for (;;) {
      let after = 0;
      while (seen.has(after + 1)) after += 1;
      const where = `${url}/api/v1/chat/messages/${room}?after=${after}&limit=100`;
      const { status, body } = await callApi('GET', where, { token });
      if (status !== 200) throw new Error(`answered ${status}`);
      for (const message of body.items) show(message);
      if (body.items.length < 100) return;
    }
  }

  return {
    name,
    acked,
    seen,
    finished: finished.promise,
    connections: () => connections,
    cut() {
      const { transport } = socket.io.engine as unknown as { transport: { ws?: { terminate?(): void } } };
      if (connections % 2 === 0 && transport.ws?.terminate !== undefined) transport.ws.terminate();
      else socket.io.engine.close();
    },
    moveTo(other) {
      socket.disconnect();
      url = other;
      socket = open();
    },
    async caughtUp(wanted) {
      await expect
        .poll(
          async () => {
            if (seen.size < wanted) await catchUp();
            return seen.size;
          },
          { timeout: 15_000, interval: 50 },
        )
        .toBe(wanted);
    },
    close: () => void socket.disconnect(),
  };
}
