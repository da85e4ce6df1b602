import type { MemberId } from '@matgyo/contracts/ids';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import { unreadablePayout } from '../../identity/members/payout.ts';
import type { PayoutChanges } from '../../identity/members/payout-changes.ts';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import { GroupedReads } from '../../platform/database/grouped-reads.ts';

export interface OrderOwner {
  readonly memberId: MemberId;
  /** In use. Empty: none, possible for staff. The seller is warned when the wallet used later is another one. */
  readonly tetherAddress: string;
  /** Whether one is in use. False: possible for staff. */
  readonly hasBankAccount: boolean;
  /** Whether one was entered that is not in use yet, so that the other party is not shown it. */
  readonly unconfirmed: { readonly tetherAddress: boolean; readonly bankAccount: boolean };
  readonly isVerified: boolean;
}

export type OrderOwners = Pick<GroupedReads<MemberId, OrderOwner>, 'get'>;

const ownersMax = 10_000;

interface Sources {
  readonly pool: pg.Pool;
  readonly payoutChanges: Pick<PayoutChanges, 'at'>;
}

interface Remembered {
  readonly owner: Promise<OrderOwner | undefined>;
  readonly readAtMs: number;
}

/**
 * One per process: concurrent requests share a read, and members who may trade are remembered like the callers of
 * sessions: for seconds, and no longer than their row stays as it is. What a member lacks is always read again.
 */
export function createOrderOwners(
  sources: Sources,
  sessions: Pick<Sessions, 'onEnded' | 'knownForMs'>,
  now = Date.now,
): OrderOwners {
  const reads = new GroupedReads((memberIds: readonly MemberId[]) => readOwners(sources, memberIds));
  const remembered = new Map<MemberId, Remembered>();
  sessions.onEnded((memberId) => {
    if (memberId === undefined) remembered.clear();
    else remembered.delete(memberId);
  });

  const read = (memberId: MemberId): Promise<OrderOwner | undefined> => {
    const entry = { owner: reads.get(memberId), readAtMs: now() };
    if (remembered.size >= ownersMax) remembered.clear();
    remembered.set(memberId, entry);
    entry.owner.catch(() => remembered.delete(memberId));
    return entry.owner;
  };

  return {
    async get(memberId) {
      const entry = remembered.get(memberId);
      // The clock may have been set back.
      if (entry === undefined || Math.abs(now() - entry.readAtMs) >= sessions.knownForMs())
        return read(memberId);
      const owner = await entry.owner;
      return owner !== undefined && hasAllData(owner) ? owner : read(memberId);
    },
  };
}

const hasAllData = ({ tetherAddress, hasBankAccount, isVerified }: OrderOwner): boolean =>
  isVerified && hasBankAccount && tetherAddress !== '';

async function readOwners({ pool, payoutChanges }: Sources, memberIds: readonly MemberId[]) {
  const [{ rows }, payouts] = await Promise.all([
    pool.query<Pick<OrderOwner, 'memberId' | 'isVerified'>>(
      prepared({
        text: `select id as "memberId", phone_verified as "isVerified" from app.members where id = any($1)`,
        values: [memberIds],
      }),
    ),
    payoutChanges.at(memberIds),
  ]);
  return new Map(
    rows.map((row): [MemberId, OrderOwner] => {
      const { inUse, next } = payouts.get(row.memberId) ?? { inUse: null, next: null };
      const { tetherAddress, bankAccount } = inUse ?? unreadablePayout;
      const entered = next?.payout ?? unreadablePayout;
      const unconfirmed = {
        tetherAddress: entered.tetherAddress !== '',
        bankAccount: entered.bankAccount !== '',
      };
      return [row.memberId, { ...row, tetherAddress, hasBankAccount: bankAccount !== '', unconfirmed }];
    }),
  );
}
