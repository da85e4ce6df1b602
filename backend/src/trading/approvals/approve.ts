import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { Approval, ApprovalRequest } from '@matgyo/ledger/approval/approval';
import { fulfil, grant, lapse } from '@matgyo/ledger/approval/decisions';
import { invariant } from '@matgyo/ledger/invariant';
import { LedgerRefusal, refuse } from '@matgyo/ledger/refusal';
import { uuidV5 } from '../../platform/commands/event-ids.ts';
import { type Command, executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofApproval } from '../../platform/commands/ledger-streams.ts';
import type { StreamHistory } from '../../platform/commands/stream-history.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import type { LedgerAction } from '../../proof/audit/ledger-actions.ts';
import { grantIn } from '../second-admin/approval-of.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { kindOf } from './action-kinds.ts';

/** Notes an action that the audit log has to have, before it is done. */
export type Note = (action: Omit<LedgerAction, 'requestId'>) => Promise<void>;

interface Approving {
  readonly command: Command;
  readonly approvalId: ApprovalId;
  readonly read?: number | undefined;
  readonly note: Note;
}

/**
 * Another admin approves a request, and it is carried out: in one append, or step by step with the approval first. In
 * that case `carryOut` continues what a crash interrupted.
 *
 * Refused as `grant` and the action itself. Throws `TradeNotFinished` as the actions on trades.
 */
export async function approve(
  process: TradeProcess,
  { command, approvalId, read, note }: Approving,
): Promise<RecordedEvent> {
  const { ledger, fourEyes } = process;
  const { history } = await executeOnStream({
    ledger,
    ...ofApproval(approvalId),
    command: { ...command, correlationId: approvalId },
    decide: async (approval) => {
      const askedBy = approval.state === 'none' ? command.actorId : approval.askedBy;
      const approver = await fourEyes.activeAdmin(command.actorId, ledger.log);
      const isRequestedByAdmin = (await fourEyes.activeAdmin(askedBy, ledger.log)) !== undefined;
      const now =
        approval.state === 'none' ? undefined : await kindOf(approval.action).now(process, approval.action);
      return grant(approval, { approver, isRequestedByAdmin, now, read, at: command.at });
    },
  });
  return carryOut(process, history, note);
}

/** Carries out a granted action in the requesting admin's name, at most once. Returns the event that ends it. */
export async function carryOut(
  process: TradeProcess,
  approval: StreamHistory<Approval>,
  note: Note,
): Promise<RecordedEvent> {
  const { state } = approval;
  invariant(state.state !== 'none', 'what is carried out was requested');
  const { approvalId, askedBy } = state;
  if (state.state === 'lapsed') refuse('APPROVAL_OUTDATED');
  const granted = grantIn(approval);
  invariant(granted !== undefined, `approval ${approvalId} is carried out once it is granted`);
  const at = isoOf(process.ledger.timing.now());
  const ids = { correlationId: approvalId, causationId: granted.id };
  const command: Command = {
    ...ids,
    commandId: commandIdOf(approvalId),
    actorId: askedBy,
    actorRole: 'admin',
    at,
  };
  const system = { actorId: 'approvals', actorRole: 'system' } as const;
  const ending: Command = { ...command, ...system, commandId: uuidV5(endingNamespace, approvalId) };
  const end = (decide: (now: Approval) => ReturnType<typeof fulfil>) =>
    executeOnStream({
      ledger: process.ledger,
      ...ofApproval(approvalId),
      command: ending,
      alreadyRead: approval,
      decide,
    });
  const toRecord = ledgerActionOf(state);
  if (toRecord !== undefined) await note(toRecord);
  try {
    const { action } = state;
    const admins = [askedBy, granted.data['by'] as MemberId] as const;
    await kindOf(action).perform(process, { command, approvalId, admins, action });
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || process.isOneAppend) throw error;
    await end((now) => lapse(now, error.code));
    throw error;
  }
  const { events, history } = await end(fulfil);
  const last = events.at(-1) ?? history.events.at(-1);
  invariant(last !== undefined, `approval ${approvalId} has its events`);
  return last;
}

const carryingOutNamespace = '5d0b9f5c-7a64-5c0e-8f57-0d8a55a3d1c4';
const endingNamespace = '1b7a3c02-5a8e-5f4d-b6a3-94c1f0e2d7a9';

const commandIdOf = (approvalId: ApprovalId): string => uuidV5(carryingOutNamespace, approvalId);

/** The audit log entry of the action, in the requesting admin's name; undefined: none. */
export function ledgerActionOf({ action, approvalId, askedBy }: ApprovalRequest) {
  const entry = kindOf(action).audited?.(action);
  const actor = { memberId: askedBy, admin: true, manager: false };
  return entry && { ...entry, actor, command: { commandId: commandIdOf(approvalId) } };
}
