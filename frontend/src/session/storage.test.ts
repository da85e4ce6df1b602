import { expect, it, vi } from 'vitest';
import { readStored, writeStored } from './storage.ts';

const refuse = () => {
  throw new DOMException('', 'QuotaExceededError');
};

it('keeps what the browser does not store as long as the page', () => {
  const stored = new Map([['theme', 'light']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: refuse,
    removeItem: (key: string) => stored.delete(key),
  });
  writeStored('theme', 'dark');
  expect(readStored('theme')).toBe('dark');
  writeStored('theme', null);
  expect(readStored('theme')).toBe(null);
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeStored('notifications', 'false');
  expect(readStored('notifications')).toBe('false');
  writeStored('notifications', null);
  expect(readStored('notifications')).toBe(null);
});
