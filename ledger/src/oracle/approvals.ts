import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { ApprovalEvent, ApprovalMark, RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { Actor } from './parties.ts';
import { must } from './rule-broken.ts';

interface ApprovalAccount {
  readonly askedBy: string;
  /** Its end, in milliseconds. */
  readonly until: number;
  readonly action: RequestedAction;
  grantedBy?: string;
  phase: 'waiting' | 'granted' | 'used' | 'over';
}

/** Approvals as derived from their events, and the action each was used for. Every method throws `RuleBroken`. */
export class ApprovalAccounts {
  readonly #approvals = new Map<string, ApprovalAccount>();

  move(event: ApprovalEvent, { actorId, actorRole, at }: Actor): void {
    const { approvalId } = event.data;
    const approval = this.#approvals.get(approvalId);
    if (event.type === 'ApprovalRequested') {
      const { askedBy, act: action, minutes } = event.data;
      const until = Date.parse(at) + minutes * 60_000;
      must('approvals', approval === undefined, 'an approval is requested twice');
      must('members', askedBy === actorId, 'an approval is requested in another name');
      this.#approvals.set(approvalId, { askedBy, until, action, phase: 'waiting' });
      return;
    }
    must('approvals', approval !== undefined, 'an approval was never requested');
    const { phase, askedBy, action } = approval;
    if ('askedBy' in event.data && event.data.askedBy !== undefined)
      must('approvals', event.data.askedBy === askedBy, 'an approval names another requester');
    switch (event.type) {
      case 'ApprovalGranted':
        must('approvals', phase === 'waiting', 'an approval is granted that does not wait');
        must('members', event.data.by === actorId, 'an approval is granted in another name');
        must('members', actorId !== askedBy, 'an approval is granted by its requester');
        must(
          'members',
          !('sellerId' in action) || (actorId !== action.sellerId && actorId !== action.buyerId),
          'a party grants its own approval',
        );
        approval.phase = 'granted';
        approval.grantedBy = actorId;
        return;
      case 'ApprovalRefused':
        must('members', event.data.by === actorId, 'an approval is refused in another name');
        must('approvals', phase === 'waiting', 'an approval is refused that does not wait');
        approval.phase = 'over';
        return;
      case 'ApprovalExpired':
        must('members', actorRole === 'system', 'an approval runs out by a person');
        must('approvals', phase === 'waiting', 'an approval runs out that does not wait');
        must('approvals', Date.parse(at) >= approval.until, 'an approval runs out before its end');
        approval.phase = 'over';
        return;
      case 'ApprovalFulfilled':
        must('approvals', phase === 'used', 'an approval is carried out, and there is no action for it');
        approval.phase = 'over';
        return;
      case 'ApprovalLapsed':
        must(
          'approvals',
          phase === 'waiting' || phase === 'granted',
          'an approval lapses that was used, or is over',
        );
        approval.phase = 'over';
        return;
      default:
        event satisfies never;
    }
  }

  /** An action names the approval it had: one that was granted, for this very action, and used for no other. */
  use(approvalId: ApprovalMark, actorId: string, isAction: (action: RequestedAction) => boolean): void {
    if (approvalId === noSecondAdmin) return;
    const approval = this.#approvals.get(approvalId);
    // A role and a status are two events of one command.
    const isFree =
      approval?.phase === 'granted' || (approval?.phase === 'used' && approval.action.kind === 'role');
    must('approvals', isFree, 'an action names an approval that was not granted, or twice');
    must(
      'members',
      approval.askedBy === actorId,
      'an approved action was done by another than its requester',
    );
    must('approvals', isAction(approval.action), 'another action is done than was approved');
    approval.phase = 'used';
  }

  grantedBy = (approvalId: ApprovalMark): string | undefined => this.#approvals.get(approvalId)?.grantedBy;

  /** When nothing is under way, what was granted has been carried out, or has lapsed. */
  checkRest(): void {
    for (const [approvalId, { phase }] of this.#approvals)
      must('approvals', phase === 'waiting' || phase === 'over', `approval ${approvalId} comes to no rest`);
  }
}
