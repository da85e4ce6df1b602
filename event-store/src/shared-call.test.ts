import { expect, test } from 'vitest';
import { SharedCall } from './shared-call.ts';

test('a shared call runs once for all callers before it begins, and again for later ones', async () => {
  const begun: PromiseWithResolvers<number>[] = [];
  const call = new SharedCall(() => {
    const running = Promise.withResolvers<number>();
    begun.push(running);
    return running.promise;
  });
  const first = [call.result(), call.result()];
  await expect.poll(() => begun.length).toBe(1);
  const second = [call.result(), call.result()];
  begun[0]?.resolve(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.reject(new Error('lost'));
  for (const one of second) await expect(one).rejects.toThrow('lost');
  const third = call.result();
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve(3);
  expect(await third).toBe(3);
});
