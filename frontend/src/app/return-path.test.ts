import { describe, expect, it } from 'vitest';
import { returnPath, signInPath } from './return-path.ts';

const nextOf = (path: string) => returnPath(new URLSearchParams(path.split('?')[1]));

describe('returning after sign-in', () => {
  it('keeps the fragment', () => {
    expect(nextOf(signInPath('/dashboard/orders?side=sell#history'))).toBe(
      '/dashboard/orders?side=sell#history',
    );
  });

  it('leads to the requested page, with its query', () => {
    expect(nextOf(signInPath('/dashboard/sell-history?status=open&sort=newest'))).toBe(
      '/dashboard/sell-history?status=open&sort=newest',
    );
  });

  it('leads to the profile if no page was requested', () => {
    expect(returnPath(new URLSearchParams())).toBe('/dashboard/profile');
  });

  it.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/\r\n/elsewhere.example',
    '\t//elsewhere.example',
    '/\t\\elsewhere.example',
    '\\\\elsewhere.example',
    '///elsewhere.example',
    '/..//elsewhere.example',
    '/dashboard/..//elsewhere.example',
    '/.//elsewhere.example',
    '/%2e%2e//elsewhere.example',
    '//this-site.invalid@elsewhere.example',
    'http://this-site.invalid',
    '//[',
    'javascript:alert(1)',
  ])('never leads away from this site (%s)', (next) => {
    expect(returnPath(new URLSearchParams({ next }))).toBe('/dashboard/profile');
  });
});
