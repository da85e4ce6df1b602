import { describe, expect, test } from 'vitest';
import { logStart } from '../event-log.ts';
import { InvalidAppend } from '../event-log-errors.ts';
import type { ConformanceContext } from './event-log-conformance.ts';
import { followUntil } from './follow-until.ts';
import { sampleEvents, sampleStream } from './sample-events.ts';

export function describeStreamNames(context: ConformanceContext): void {
  describe('stream names', () => {
    test('treats unusual names like any other, each as a separate stream', async () => {
      const { log } = context;
      const mark = sampleStream('name');
      const endings = [
        '',
        'a',
        'A',
        ' a ',
        "'; drop schema event_log cascade; --",
        '"\\',
        '%',
        '_',
        '%%_',
        '{a,b}',
        '../../etc/passwd',
        '?x=1&y=2#z',
        '$all',
        '@1',
        '__proto__',
        '주문',
        // The same characters, decomposed.
        '\u110c\u116e\u1106\u116e\u11ab',
        '🪙',
        '\u200f\u202e',
        'x'.repeat(200 - mark.length),
      ];
      for (const ending of endings) {
        const { events } = await log.append(mark + ending, 'no-stream', sampleEvents(1));
        expect(events[0]?.stream).toBe(mark + ending);
      }
      for (const ending of endings) {
        const read = await log.readStream(mark + ending, { direction: 'forwards', limit: 10 });
        expect(read.map(({ stream }) => stream)).toEqual([mark + ending]);
      }
      const filter = { streamPrefixes: [`${mark}%`, `${mark}주문`, `${mark}"\\`] };
      const seen = await followUntil(log, { after: logStart, filter }, (events) => events.length === 4);
      expect(seen.map(({ stream }) => stream.slice(mark.length))).toEqual(['"\\', '%', '%%_', '주문']);
    });

    test('refuses names that not every server supports', async () => {
      const { log } = context;
      const names = ['', '$all', '$ce-order', 'a\u0000b', 'a\nb', 'a\u0085', 'half \ud800', 'x'.repeat(201)];
      for (const name of names) {
        await expect(log.append(name, 'no-stream', sampleEvents(1))).rejects.toThrow(InvalidAppend);
      }
    });
  });
}
