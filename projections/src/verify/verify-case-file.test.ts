import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { verifyCaseFile } from './verify-case-file.ts';

afterEach(() => vi.restoreAllMocks());

test('prints what a case file says of itself without what could rewrite the terminal or add a line', async () => {
  const golden = path.join(import.meta.dirname, '../../../test/golden/case-file.json');
  const file = JSON.parse(await readFile(golden, 'utf8'));
  // Clears the screen, and says what the program says of a file that is whole.
  file.streams[0].stream = '\u001b[2J\u001b[H\nok     the events\r\u009b2K\u202e';
  const folder = await mkdtemp(path.join(tmpdir(), 'case-file-'));
  const forged = path.join(folder, 'forged.json');
  await writeFile(forged, JSON.stringify(file));
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    expect(await verifyCaseFile(forged, ['26f8e396900ac499bb89b84b1c97862d'])).toBe(1);
  } finally {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  }
  const lines = printed.split('\n');
  expect(lines.filter((line) => /(?!\n)\p{Cc}|\p{Bidi_C}/u.test(line))).toEqual([]);
  expect(lines).not.toContainEqual(expect.stringMatching(/^ok {5}the events$/));
  expect(printed).toContain('\\u001b[2J\\u001b[H\\u000aok     the events');
});
