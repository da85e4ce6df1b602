import { expect, test } from 'vitest';
import { siteOf } from './site.ts';

const siteAt = (headers: Readonly<Record<string, string>>, config = {}) =>
  siteOf({ header: (name) => headers[name] }, { trustProxy: 0, production: true, port: 4000, ...config });

test('in production only the host’s HTTPS origin without a port is accepted, whatever port the request names', () => {
  for (const host of ['matgyo.example', 'matgyo.example:8443', 'matgyo.example:80'])
    expect(siteAt({ host })).toEqual({ rpId: 'matgyo.example', origins: ['https://matgyo.example'] });
  const forwarded = { host: 'inside:4000', 'x-forwarded-host': 'matgyo.example:8443' };
  expect(siteAt(forwarded, { trustProxy: 1 }).origins).toEqual(['https://matgyo.example']);
});

test('on localhost, plain HTTP is accepted on the program’s own port', () => {
  const origins = ['https://localhost', 'http://localhost:4000'];
  expect(siteAt({ host: 'localhost:9999' })).toEqual({ rpId: 'localhost', origins });
  expect(siteAt({ host: 'localhost' }, { port: 80 }).origins).toContain('http://localhost');
});

test('in development, the client’s own port is accepted', () => {
  const { origins } = siteAt({ host: 'localhost:5173' }, { production: false });
  expect(origins).toContain('http://localhost:5173');
});
