import type { MatchProposal } from '@matgyo/contracts/endpoints/staff';
import { describe, expect, it } from 'vitest';
import { keepStable } from './stable-proposals.ts';

const proposals = (ids: string): readonly MatchProposal[] =>
  [...ids].map((_id) => ({ counterpart: { _id } }) as MatchProposal);
const seen = (shown: string, now: string) =>
  keepStable(proposals(shown), proposals(now))
    .map(({ proposal, gone }) => (gone ? `(${proposal.counterpart._id})` : proposal.counterpart._id))
    .join('');

describe('proposals on screen', () => {
  it('are the best five, new ones after those already shown', () => {
    expect(seen('', 'abcdefg')).toBe('abcde');
    expect(seen('abc', 'dcab')).toBe('abcd');
    expect(seen('abcde', 'fabcde')).toBe('abcde');
  });

  it('keep their places when one is gone, which is struck through', () => {
    expect(seen('abc', 'cdb')).toBe('(a)bc');
  });
});
