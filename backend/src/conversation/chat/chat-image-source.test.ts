import { expect, test } from 'vitest';
import { imageSourceOf } from './chat-image-source.ts';

const id = 'a'.repeat(32);

test('an image is a data URL, also with parameters, or the URL of an upload', () => {
  const bytes = Buffer.from('image');
  const base64 = bytes.toString('base64');
  expect(imageSourceOf(`data:image/png;base64,${base64}`)).toEqual({ kind: 'inline', bytes });
  expect(imageSourceOf(`data:image/png;name=a.png;base64,${base64}`)).toEqual({ kind: 'inline', bytes });
  expect(imageSourceOf(`https://x/api/v1/chat/images/${id}`)).toEqual({ kind: 'uploaded', id });
});

test.each([
  ['of millions of parameters', `data:a/b${';a'.repeat(3_700_000)}`],
  ['of millions of slashes', '/'.repeat(7_400_000)],
])('a text %s is refused at once', (_, image) => {
  const before = performance.now();
  expect(() => imageSourceOf(image)).toThrow('IMAGE_INVALID');
  // Splitting it takes more than half a second.
  expect(performance.now() - before).toBeLessThan(300);
});
