import { approvalMinutes } from '@matgyo/contracts/approvals';
import type { ApprovalEvent, RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { ActingStaff } from '../conflict-of-interest.ts';
import { refuse } from '../refusal.ts';
import { type Counts, refuseUnlessRead } from '../trade/case.ts';
import type { Approval, ApprovalRequest, ExistingApproval } from './approval.ts';
import { ownersOf } from './approval-policy.ts';

/**
 * An admin requests another admin's approval of an action (docs/ledger.md, four eyes). It expires after
 * `approvalMinutes`. The caller has checked that the action could be executed now. Appends nothing if the request
 * exists already.
 */
export const requestApproval = (
  approval: Approval,
  { approvalId, askedBy, action }: Omit<ApprovalRequest, 'until'>,
): readonly ApprovalEvent[] =>
  approval.state === 'none'
    ? [{ type: 'ApprovalRequested', data: { approvalId, askedBy, minutes: approvalMinutes, act: action } }]
    : [];

/** The current state of what the action depends on. An approval is for exactly the state that was requested. */
export interface CurrentBasis {
  /** The current revision of the stream that the action changes. */
  readonly revision: number;
  /** The seller's current referral code, if the action concerns a trade; null if the seller has none. */
  readonly referralCode?: string | null;
  /** Of the dispute that the action decides. A party could outdate every request with them, so the approver reads them. */
  readonly statements?: Counts | undefined;
}

export interface Granting {
  /** The approving admin; undefined if the caller is no active admin. */
  readonly approver: ActingStaff | undefined;
  readonly isRequestedByAdmin: boolean;
  /** Undefined if what the action concerns does not exist. */
  readonly now: CurrentBasis | undefined;
  readonly read?: number | undefined;
  /** The current time, ISO 8601 in UTC. */
  readonly at: string;
}

/**
 * Another admin approves the requested action. The action is executed afterwards, and `fulfil` or `lapse` records the
 * result.
 *
 * Refused: APPROVAL_NOT_FOUND, APPROVAL_OVER, APPROVAL_BY_NO_ADMIN, APPROVAL_OWN, OWN_ORDER, APPROVAL_OUTDATED,
 * STATEMENTS_ADDED.
 */
export function grant(
  approval: Approval,
  { approver, isRequestedByAdmin, now, read, at }: Granting,
): readonly ApprovalEvent[] {
  const { approvalId, askedBy, action } = waiting(approval, at);
  if (approver === undefined || !isRequestedByAdmin) refuse('APPROVAL_BY_NO_ADMIN');
  if (approver.memberId === askedBy) refuse('APPROVAL_OWN');
  if (ownersOf(action).some((owner) => owner === approver.memberId)) refuse('OWN_ORDER');
  refuseOutdated(action, now);
  if (now?.statements !== undefined) refuseUnlessRead(now.statements, read);
  return [{ type: 'ApprovalGranted', data: { approvalId, askedBy, by: approver.memberId as MemberId } }];
}

/** Refuses an action whose basis has changed since it was requested. Refused: APPROVAL_OUTDATED. */
export function refuseOutdated(action: RequestedAction, now: CurrentBasis | undefined): void {
  const isSameCode = !('sellerReferralCode' in action) || action.sellerReferralCode === now?.referralCode;
  if (action.revision !== now?.revision || !isSameCode)
    refuse('APPROVAL_OUTDATED', { requested: action.revision, ...(now && { now: now.revision }) });
}

export interface Refusing {
  readonly by: MemberId;
  /** The current time, ISO 8601 in UTC. */
  readonly at: string;
  /** The active admins besides; needed only if it is about this admin's own role. */
  readonly others: readonly { readonly memberId: string }[];
}

/**
 * An admin refuses the request, or the admin who made it withdraws it. A party may not refuse, because it could prevent
 * a ruling against itself for ever; nor may an admin refuse the removal of their own role while another one can decide.
 *
 * Refused: APPROVAL_NOT_FOUND, APPROVAL_OVER, OWN_ORDER, APPROVAL_ABOUT_SELF.
 */
export function refuseRequest(approval: Approval, { by, at, others }: Refusing): readonly ApprovalEvent[] {
  const { approvalId, askedBy, action } = waiting(approval, at);
  if (ownersOf(action).includes(by)) refuse('OWN_ORDER');
  if (mustAnotherRefuse({ action, askedBy }, { by, others })) refuse('APPROVAL_ABOUT_SELF');
  return [{ type: 'ApprovalRefused', data: { approvalId, askedBy, by } }];
}

type Requested = Pick<ExistingApproval, 'action' | 'askedBy'>;

/** Whether another person's request would change this admin's role. */
export const isAboutSelf = ({ action, askedBy }: Requested, memberId: MemberId): boolean =>
  action.kind === 'role' && action.memberId === memberId && askedBy !== memberId;

/** Whether it takes another admin than this one to refuse the request. */
export const mustAnotherRefuse = (
  request: Requested,
  { by, others }: Pick<Refusing, 'by' | 'others'>,
): boolean => isAboutSelf(request, by) && others.some(({ memberId }) => memberId !== request.askedBy);

/** Expires a request. Appends nothing if `at`, the current time, is before its end, or if it was decided. */
export const expire = (approval: Approval, at: string): readonly ApprovalEvent[] =>
  approval.state === 'waiting' && isOver(approval, at)
    ? [{ type: 'ApprovalExpired', data: { approvalId: approval.approvalId, askedBy: approval.askedBy } }]
    : [];

/** Records that the approved action was executed. Appends nothing unless the request is in state `granted`. */
export const fulfil = (approval: Approval): readonly ApprovalEvent[] =>
  approval.state === 'granted'
    ? [{ type: 'ApprovalFulfilled', data: { approvalId: approval.approvalId } }]
    : [];

/** Records that the approved action was refused when it was executed. `reason` is the refusal's code. */
export const lapse = (approval: Approval, reason: string): readonly ApprovalEvent[] =>
  approval.state === 'granted' ? [lapseEvent(approval, reason)] : [];

/** Ends a waiting request whose action has become impossible. `reason` is a code. */
export const lapseWaiting = (approval: Approval, reason: string): readonly ApprovalEvent[] =>
  approval.state === 'waiting' ? [lapseEvent(approval, reason)] : [];

const lapseEvent = ({ approvalId, askedBy }: ExistingApproval, reason: string): ApprovalEvent => ({
  type: 'ApprovalLapsed',
  data: { approvalId, reason, askedBy },
});

function waiting(approval: Approval, at: string): ExistingApproval {
  if (approval.state === 'none') refuse('APPROVAL_NOT_FOUND');
  if (approval.state !== 'waiting') refuse('APPROVAL_OVER', { state: approval.state });
  if (isOver(approval, at)) refuse('APPROVAL_OVER', { state: 'expired' });
  return approval;
}

const isOver = ({ until }: ExistingApproval, at: string): boolean => Date.parse(at) >= Date.parse(until);
