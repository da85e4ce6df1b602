import type { ApprovalEvent, RequestedAction } from '@matgyo/contracts/events/approval-events';
import { isApprovalEvent } from '@matgyo/contracts/events/ledger-event';
import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { Decider } from '../decider.ts';
import { invariant } from '../invariant.ts';

/** One admin's request for the approval of an action, which another admin decides. */
export interface ApprovalRequest {
  readonly approvalId: ApprovalId;
  readonly askedBy: MemberId;
  readonly action: RequestedAction;
  /** The end of the request, exclusive. ISO 8601 in UTC. */
  readonly until: string;
}

export type ExistingApproval = ApprovalRequest & {
  readonly state: 'waiting' | 'granted' | 'fulfilled' | 'lapsed' | 'refused' | 'expired';
};
export type Approval = { readonly state: 'none' } | ExistingApproval;

/**
 * Each decision ends the state `waiting`, so that of two simultaneous decisions one is refused. A granted request is
 * executed (`fulfilled`) or turns out to be impossible (`lapsed`).
 */
const transitions = {
  ApprovalGranted: { from: ['waiting'], to: 'granted' },
  ApprovalRefused: { from: ['waiting'], to: 'refused' },
  ApprovalExpired: { from: ['waiting'], to: 'expired' },
  ApprovalFulfilled: { from: ['granted'], to: 'fulfilled' },
  ApprovalLapsed: { from: ['waiting', 'granted'], to: 'lapsed' },
} as const;

export const approvalDecider: Decider<Approval, ApprovalEvent> = {
  initial: { state: 'none' },
  owns: isApprovalEvent,
  evolve: evolveApproval,
};

/**
 * The state after one more event. The read model uses this function too, so that the rule exists once. Throws
 * `InvariantBroken` if the event cannot follow the state.
 */
export function evolveApproval(approval: Approval, event: ApprovalEvent, at: string): ExistingApproval {
  const { approvalId } = event.data;
  if (event.type === 'ApprovalRequested') {
    invariant(approval.state === 'none', `approval ${approvalId} is requested once`);
    const { askedBy, act: action, minutes } = event.data;
    const until = new Date(Date.parse(at) + minutes * 60_000).toISOString();
    return { state: 'waiting', approvalId, askedBy, action, until };
  }
  const { from, to } = transitions[event.type];
  const follows = from.some((state) => state === approval.state);
  invariant(
    follows && approval.state !== 'none',
    `approval ${approvalId}: ${event.type} follows ${approval.state}`,
  );
  invariant(approval.approvalId === approvalId, `approval ${approvalId} keeps to its stream`);
  if ('askedBy' in event.data && event.data.askedBy !== undefined)
    invariant(approval.askedBy === event.data.askedBy, `approval ${approvalId} is decided for its requester`);
  if (event.type === 'ApprovalGranted')
    invariant(approval.askedBy !== event.data.by, `approval ${approvalId} is granted by another`);
  return { ...approval, state: to };
}
