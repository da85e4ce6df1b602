import { expect, test, vi } from 'vitest';
import { imageSourceOf } from './chat-image-source.ts';

const id = 'a'.repeat(32);

test('an image is a data URL, also with parameters, or the URL of an upload', () => {
  const bytes = Buffer.from('image');
  const base64 = bytes.toString('base64');
  expect(imageSourceOf(`data:image/png;base64,${base64}`)).toEqual({ bytes });
  expect(imageSourceOf(`data:image/png;name=a.png;base64,${base64}`)).toEqual({ bytes });
  expect(imageSourceOf(`https://x/api/v1/chat/images/${id}`)).toEqual({ id });
});

test('a text of millions of parameters is refused', () => {
  // A pattern that reads any number of them overflows its stack.
  expect(() => imageSourceOf(`data:a/b${';a'.repeat(3_700_000)}`)).toThrow('IMAGE_INVALID');
});

test('a text of millions of slashes is refused without splitting it, which would take half a second', () => {
  const split = vi.spyOn(String.prototype, 'split');
  expect(() => imageSourceOf('/'.repeat(7_400_000))).toThrow('IMAGE_INVALID');
  expect(split).not.toHaveBeenCalled();
});
