import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8');

interface Handover {
  readonly open: string;
}

/** Runs the worker as a browser does, with `pages` open. */
function start(
  pages: readonly { postMessage(handover: Handover, ports: readonly MessagePort[]): void; focus(): void }[],
) {
  const handlers = new Map<string, (event: object) => void>();
  const showNotification = vi.fn(
    async (_title: string, _options: { data: string; body: string }) => undefined,
  );
  const openWindow = vi.fn(async (_path: string) => undefined);
  const self = {
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
    skipWaiting: () => undefined,
  };
  runInNewContext(source, { self, URLSearchParams, MessageChannel, setTimeout });
  const dispatch = async (name: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  };
  return { dispatch, showNotification, openWindow };
}

const pushed = {
  _id: 'c'.repeat(24),
  code: 'ORDER_MATCHED',
  isForAdmin: false,
  message: '판매 주문이 매칭됐어요',
  orderId: 'a'.repeat(24),
  orderType: 'sell',
  currentOrderInProgress: 'b'.repeat(24),
  roomId: null,
};
const pressed = { notification: { close: () => undefined, data: '/notification?_id=1' } };

it('shows a push, and carries its data without the text', async () => {
  const { dispatch, showNotification } = start([]);
  await dispatch('push', { data: { json: () => pushed } });
  const [, options] = showNotification.mock.calls[0] ?? [];
  expect(options?.body).toBe(pushed.message);
  const { pathname, searchParams } = new URL(options?.data ?? '', 'http://localhost');
  expect(pathname).toBe('/notification');
  const { message: _message, roomId: _nothing, isForAdmin, ...carried } = pushed;
  expect(Object.fromEntries(searchParams)).toEqual({ ...carried, isForAdmin: String(isForAdmin) });
});

it('shows a notification for an unreadable push', async () => {
  const { dispatch, showNotification } = start([]);
  await dispatch('push', {
    data: {
      json: () => {
        throw new SyntaxError('not JSON');
      },
    },
  });
  expect(showNotification).toHaveBeenCalledOnce();
});

it('a click opens the subject in an open page that answers, otherwise in a new one', async () => {
  const focus = vi.fn();
  const handovers: Handover[] = [];
  const answering = {
    focus,
    postMessage: (handover: Handover, [port]: readonly MessagePort[]) => {
      handovers.push(handover);
      port?.postMessage('taken');
    },
  };
  const there = start([answering]);
  await there.dispatch('notificationclick', pressed);
  expect(handovers).toEqual([{ open: '/notification?_id=1' }]);
  expect(focus).toHaveBeenCalledOnce();
  expect(there.openWindow).not.toHaveBeenCalled();

  const silent = start([{ focus, postMessage: () => undefined }]);
  await silent.dispatch('notificationclick', pressed);
  expect(silent.openWindow).toHaveBeenCalledWith('/notification?_id=1');
});
