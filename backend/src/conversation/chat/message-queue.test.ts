import { expect, test } from 'vitest';
import { createMessageQueues } from './message-queue.ts';

test('images of all sockets are limited together, texts and later images are not concerned', async () => {
  const newQueue = createMessageQueues({ waitingMax: 3, bytesMax: 200_000, imageBytesMax: 300_000 });
  const [one, two, three] = [newQueue('1'), newQueue('2'), newQueue('3')];
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

test('members with many waiting images leave room for those who have few', async () => {
  const newQueue = createMessageQueues({ waitingMax: 9, bytesMax: 900_000, imageBytesMax: 1_600_000 });
  const gate = Promise.withResolvers<void>();
  const refused: string[] = [];
  // Each over two sockets, as many as they can.
  const sent = ['1', '2', '3', '4'].flatMap((member) =>
    [newQueue(member), newQueue(member)].flatMap((queue) =>
      Array.from({ length: 8 }, () =>
        queue(60_000, () => gate.promise).catch(({ code }: { code: string }) =>
          refused.push(`${member} ${code}`),
        ),
      ),
    ),
  );
  const another = newQueue('5')(60_000, () => gate.promise);
  gate.resolve();
  await Promise.all([...sent, another]);
  expect(new Set(refused)).toEqual(new Set(['1', '2', '3', '4'].map((member) => `${member} UNAVAILABLE`)));
  // Nothing is left of them.
  await newQueue('1')(800_000, async () => undefined);
});
