import { describe, expect, it } from 'vitest';
import { returnPath, signInPath } from './return-path.ts';

const nextOf = (path: string) => returnPath(new URLSearchParams(path.split('?')[1]));

describe('the way back after signing in', () => {
  it('leads to the page that was wanted, with its query', () => {
    expect(nextOf(signInPath('/dashboard/sell-history?status=open&sort=newest'))).toBe(
      '/dashboard/sell-history?status=open&sort=newest',
    );
  });

  it('leads to the profile when no page was wanted', () => {
    expect(returnPath(new URLSearchParams())).toBe('/dashboard/profile');
  });

  it.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ])('never leads away from this site (%s)', (next) => {
    expect(returnPath(new URLSearchParams({ next }))).toBe('/dashboard/profile');
  });
});
