import type { ApprovalKind } from '@matgyo/contracts/approvals';
import type { RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { CurrentBasis } from '@matgyo/ledger/approval/decisions';
import type { Command } from '../../platform/commands/execute-on-stream.ts';
import type { LedgerAction } from '../../proof/audit/ledger-actions.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { completion } from './completion.ts';
import { price } from './price.ts';
import { reversal } from './reversal.ts';
import { role } from './role.ts';

export type ActionOf<Kind extends ApprovalKind> = Extract<RequestedAction, { readonly kind: Kind }>;

export interface Performed<Kind extends ApprovalKind> {
  /** In the name of the requesting admin. */
  readonly command: Command;
  readonly approvalId: ApprovalId;
  /** Who requested, and who approved. */
  readonly admins: readonly [MemberId, MemberId];
  readonly action: ActionOf<Kind>;
}

/** One kind of action that another admin approves. */
export interface ActionKind<Kind extends ApprovalKind> {
  /** The current revision and code, which the approved ones must equal. */
  now(process: TradeProcess, action: ActionOf<Kind>): Promise<CurrentBasis>;
  /** Carries the action out. Repeated with the same command, it appends nothing more. */
  perform(process: TradeProcess, performed: Performed<Kind>): Promise<unknown>;
  /** The entry of the audit log, for actions that have one. */
  audited?(action: ActionOf<Kind>): Pick<LedgerAction, 'action' | 'stream'>;
}

const kinds: { readonly [Kind in ApprovalKind]: ActionKind<Kind> } = { completion, reversal, role, price };

export const kindOf = ({ kind }: RequestedAction) => kinds[kind] as ActionKind<ApprovalKind>;
