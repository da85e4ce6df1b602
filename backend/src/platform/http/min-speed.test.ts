import type { Context } from 'koa';
import { expect, test } from 'vitest';
import { readWithMinSpeed } from './min-speed.ts';

/** A connection on which 60 kB have arrived, and nothing more does. */
function stalled(): Context {
  let bytesRead = 0;
  const socket = {
    get bytesRead() {
      const now = bytesRead;
      bytesRead = 60_000;
      return now;
    },
  };
  return { req: { socket }, res: { once: () => undefined }, set: () => undefined } as unknown as Context;
}
const never = () => new Promise(() => undefined);

test('a body is refused once a faster pace is required than it has', async () => {
  let isAwaited = false;
  const reading = readWithMinSpeed(stalled(), never, () => ({
    bytesPerSecond: isAwaited ? 1e9 : 1,
    graceSeconds: 0,
  }));
  isAwaited = true;
  await expect(reading).rejects.toMatchObject({ code: 'UPLOAD_TOO_SLOW' });
});
