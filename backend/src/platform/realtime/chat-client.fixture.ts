import type { ChatMessageView } from '@matgyo/contracts/endpoints/chat-views';
import { expect } from 'vitest';
import { callApi } from '../../../../test/api-call.ts';
import { join, socketTo, type TestSocket } from '../../../../test/sockets.ts';

export interface ChatClient {
  readonly name: string;
  /** The acknowledged number of each content. */
  readonly acked: ReadonlyMap<string, number>;
  /** Received messages by number. */
  readonly seen: ReadonlyMap<number, string>;
  /** Resolves when all own messages are acknowledged. */
  readonly finished: Promise<void>;
  /** How often it has connected. */
  connections(): number;
  /** Breaks its connection; it then reconnects. */
  cut(): void;
  /** Continues at another server. */
  moveTo(url: string): void;
  /** Waits until it has received this many messages. */
  caughtUp(count: number): Promise<void>;
  close(): void;
}

interface ChatClientOptions {
  readonly url: string;
  readonly token: string;
  readonly room: string;
  readonly name: string;
  readonly count: number;
}

const pendingMax = 8;

/**
 * A correct chat client: sends `count` messages, a few at a time, repeats unacknowledged ones after reconnecting, and
 * fetches missed messages when numbers are missing.
 */
export function chatClient({ url: first, token, room, name, count }: ChatClientOptions): ChatClient {
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
    const previous = seen.get(seq);
    if (previous !== undefined && previous !== content) throw new Error(`two messages at ${seq}`);
    seen.set(seq, content);
  }

  function fill(): void {
    while (socket.connected && pending.size < pendingMax && next < count) {
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
      // The connection broke: sent again after reconnecting.
      () => undefined,
    );
  }

  /** Fetches everything after the first missing number. */
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
          { timeout: 60_000, interval: 50 },
        )
        .toBe(wanted);
    },
    close: () => void socket.disconnect(),
  };
}
