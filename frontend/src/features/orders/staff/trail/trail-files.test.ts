import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import { describe, expect, it } from 'vitest';
import { trailCsv } from './trail-files.ts';

const entry = {
  entry: 1,
  type: 'OrderPlaced',
  actorNickname: '=dami,"x"',
  reason: null,
  state: { status: 'Pending Approval', open: '714.2857' },
} as unknown as TrailEntry;

describe('the trail as CSV', () => {
  it('begins with a byte order mark, for Excel', async () => {
    const bytes = new Uint8Array(await trailCsv([]).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('has a line per event with the state after it, and no formulas', async () => {
    const [head, line] = (await trailCsv([entry]).text()).split('\r\n');
    expect(head).toContain('entry,at,type');
    expect(line).toContain('1,,OrderPlaced');
    expect(line).toContain(`"'=dami,""x"""`);
    expect(line).toContain('Pending Approval,714.2857');
  });

  it('has what a settlement moved, what it left on the order and its fee', async () => {
    const settled = { ...entry, amount: '40.0000', released: '60.0000', fee: '0.4000' } as TrailEntry;
    const [head, line] = (await trailCsv([settled]).text()).split('\r\n');
    expect(head).toContain(',amount,released,fee,');
    expect(line).toContain(',40.0000,60.0000,0.4000,');
  });
});
