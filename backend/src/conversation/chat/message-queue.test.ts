import { expect, test } from 'vitest';
import { createMessageQueues } from './message-queue.ts';

test('images of all sockets are limited together, texts and later images are not concerned', async () => {
  const newQueue = createMessageQueues({ waitingMax: 3, bytesMax: 200_000, imageBytesMax: 300_000 });
  const [one, two, three] = [newQueue(), newQueue(), newQueue()];
  const gate = Promise.withResolvers<void>();
  const sent = [one, two].map((queue) => queue(150_000, () => gate.promise));
  const code = (queue: typeof one, bytes: number) =>
    queue(bytes, async () => undefined).then(
      () => 'sent',
      (refusal: { code: string }) => refusal.code,
    );
  expect(await code(three, 60_000)).toBe('UNAVAILABLE');
  expect(await code(three, 20_000)).toBe('sent');
  expect(await code(one, 60_000)).toBe('TOO_MANY_REQUESTS');
  gate.resolve();
  await Promise.all(sent);
  expect(await code(three, 150_000)).toBe('sent');
});
