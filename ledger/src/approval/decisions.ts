import { approvalMinutes } from '@matgyo/contracts/approvals';
import type { ApprovalEvent, RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { ActingStaff } from '../conflict-of-interest.ts';
import { refuse } from '../refusal.ts';
import type { Approval, ExistingApproval } from './approval.ts';
import { approverConflict, ownersOf } from './approval-policy.ts';

/** One admin requests another's approval. The caller checks whether the action could be executed now. */
export const requestApproval = (
  approval: Approval,
  {
    approvalId,
    askedBy,
    action,
  }: { readonly approvalId: ApprovalId; readonly askedBy: MemberId; readonly action: RequestedAction },
): readonly ApprovalEvent[] =>
  approval.state === 'none'
    ? [{ type: 'ApprovalRequested', data: { approvalId, askedBy, minutes: approvalMinutes, act: action } }]
    : [];

/** The current state of the action's inputs. */
export interface CurrentBasis {
  /** Revision of the stream that the action changes. */
  readonly revision: number;
  /** The seller's, if it concerns a trade. */
  readonly referralCode?: string | null;
}

export interface Granting {
  /** The approving admin; undefined: no active admin. */
  readonly approver: ActingStaff | undefined;
  /** Whether the requesting admin is still an active admin. */
  readonly isRequestedByAdmin: boolean;
  /** Undefined: the subject does not exist. */
  readonly now: CurrentBasis | undefined;
  readonly at: string;
}

/**
 * Another admin approves exactly the requested action. Refused: APPROVAL_NOT_FOUND, APPROVAL_OVER,
 * APPROVAL_BY_NO_ADMIN, APPROVAL_OWN, OWN_ORDER, APPROVAL_OUTDATED.
 */
export function grant(
  approval: Approval,
  { approver, isRequestedByAdmin, now, at }: Granting,
): readonly ApprovalEvent[] {
  const { approvalId, askedBy, action } = waiting(approval, at);
  if (approver === undefined || !isRequestedByAdmin) refuse('APPROVAL_BY_NO_ADMIN');
  if (approver.memberId === askedBy) refuse('APPROVAL_OWN');
  const conflict = approverConflict(approver, ownersOf(action));
  if (conflict !== null) refuse(conflict);
  refuseOutdated(action, now);
  return [{ type: 'ApprovalGranted', data: { approvalId, askedBy, by: approver.memberId as MemberId } }];
}

/** Refused: APPROVAL_OUTDATED. */
export function refuseOutdated(action: RequestedAction, now: CurrentBasis | undefined): void {
  const isSameCode = !('sellerReferralCode' in action) || action.sellerReferralCode === now?.referralCode;
  if (action.revision !== now?.revision || !isSameCode)
    refuse('APPROVAL_OUTDATED', { requested: action.revision, ...(now && { now: now.revision }) });
}

/** Any admin refuses, or the requesting admin withdraws. Refused: APPROVAL_NOT_FOUND, APPROVAL_OVER. */
export function refuseRequest(
  approval: Approval,
  { by, at }: { readonly by: MemberId; readonly at: string },
): readonly ApprovalEvent[] {
  const { approvalId, askedBy } = waiting(approval, at);
  return [{ type: 'ApprovalRefused', data: { approvalId, askedBy, by } }];
}

/** Expires a request; appends nothing before its end or after a decision. */
export const expire = (approval: Approval, at: string): readonly ApprovalEvent[] =>
  approval.state === 'waiting' && isOver(approval, at)
    ? [{ type: 'ApprovalExpired', data: { approvalId: approval.approvalId, askedBy: approval.askedBy } }]
    : [];

/** The action was executed. */
export const fulfil = (approval: Approval): readonly ApprovalEvent[] =>
  approval.state === 'granted'
    ? [{ type: 'ApprovalFulfilled', data: { approvalId: approval.approvalId } }]
    : [];

/** The granted action was refused after all, for `reason`. */
export const lapse = (approval: Approval, reason: string): readonly ApprovalEvent[] =>
  approval.state === 'granted' ? [lapseEvent(approval, reason)] : [];

/** Ends a request that can be granted no more, for `reason`. */
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
