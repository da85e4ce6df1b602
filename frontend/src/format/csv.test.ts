import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('a CSV file has a byte order mark, quotes where needed, and contains no formulas', async () => {
  const bytes = new Uint8Array(
    await csvOf([
      ['이름', 'a,b', 'say "x"'],
      ['=1+1', '-2.5000', '-x'],
    ]).arrayBuffer(),
  );
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('이름,"a,b","say ""x"""\r\n\'=1+1,-2.5000,\'-x\r\n');
});
