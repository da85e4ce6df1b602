import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import { approvalStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { expire, refuseRequest } from '@matgyo/ledger/approval/decisions';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofApproval } from '../../platform/commands/ledger-streams.ts';
import { approve } from '../approvals/approve.ts';
import type { FourEyes } from '../second-admin/four-eyes.ts';
import { memberId, tradeId } from '../trades/ledger-market.fixture.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { type CrossedAction, marketOfTwo } from './crossed-actions.fixture.ts';

const longAfter = '2027-01-01T00:00:00.000Z';

/* Shared by all schedules with a request: a match, three admins, and the actions on the request. */

export const trade = tradeId(1);
export const approvalId = `5${'0'.repeat(23)}` as ApprovalId;
export const admins = [memberId(7), memberId(8), memberId(9)] as const;
const [, other, third] = admins;

const staff = (memberId: string) => ({ memberId, inviteCode: undefined });
/** The process with these admins, who approve each other's requests. */
export const withApprovals = (process: TradeProcess, limits: Partial<FourEyes> = {}): TradeProcess => ({
  ...process,
  fourEyes: {
    ...process.fourEyes,
    otherAdmins: async (one) => admins.filter((id) => id !== one).map(staff),
    activeAdmin: async (id) => staff(id),
    ...limits,
  },
});

export const onApproval = ({ ledger }: TradeProcess) => ({ ledger, ...ofApproval(approvalId) });

/** Approves. The request lapses if the action has become impossible. */
export const approving = (by: MemberId, limits: Partial<FourEyes> = {}): CrossedAction => ({
  actorId: by,
  actorRole: 'admin',
  perform: async (process, command) => {
    try {
      await approve(withApprovals(process, limits), { command, approvalId, note: async () => {} });
    } catch (error) {
      const read = { direction: 'forwards', from: 0, limit: 9 } as const;
      const events = await process.ledger.log.readStream(approvalStream(approvalId), read);
      const isOwn = events.some(({ metadata }) => metadata.commandId === command.commandId);
      if (!(error instanceof LedgerRefusal && isOwn)) throw error;
    }
  },
});

export const requestActions = (limits: Partial<FourEyes> = {}) =>
  ({
    approve: approving(other, limits),
    'approve too': approving(third, limits),
    refuse: {
      actorId: third,
      actorRole: 'admin',
      perform: (process, command) =>
        executeOnStream({
          ...onApproval(process),
          command,
          decide: (approval) => refuseRequest(approval, { by: third, at: command.at, others: [] }),
        }),
    },
    expire: {
      actorId: 'approval-time',
      actorRole: 'system',
      mayBeNothing: true,
      perform: (process, command) =>
        executeOnStream({
          ...onApproval(process),
          command: { ...command, at: longAfter },
          decide: (approval) => expire(approval, longAfter),
        }),
    },
  }) satisfies Readonly<Record<string, CrossedAction>>;

/** A match of the orders of two members. */
export async function matched() {
  const market = await marketOfTwo();
  await market.setPrice('1400');
  const sellOrderId = await market.place(1, 'sell', 14);
  const buyOrderId = await market.place(2, 'buy', 7);
  await market.match(1, { sellOrderId, buyOrderId });
  return market;
}

/** Counts the events of these types. */
export const counterOf = (events: readonly RecordedEvent[]) => {
  const types = events.map(({ type }) => type);
  return (...wanted: readonly string[]) => types.filter((type) => wanted.includes(type)).length;
};
