import type { ApprovalKind } from '@matgyo/contracts/approvals';
import type { RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { ActNow } from '@matgyo/ledger/approval/decisions';
import type { LedgerAct } from '../../proof/audit/ledger-acts.ts';
import type { Command } from '../commands/execute-on-stream.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { completion } from './completion.ts';
import { price } from './price.ts';
import { reversal } from './reversal.ts';
import { role } from './role.ts';

export type ActOf<Kind extends ApprovalKind> = Extract<RequestedAction, { readonly kind: Kind }>;

export interface Performed<Kind extends ApprovalKind> {
  /** In the name of the requesting admin. */
  readonly command: Command;
  readonly approvalId: ApprovalId;
  readonly askedBy: MemberId;
  readonly approvedBy: MemberId;
  readonly act: ActOf<Kind>;
}

/** What is particular about one kind of act that another admin approves. */
export interface ActKind<Kind extends ApprovalKind> {
  /** What the act rests on, as it is now. */
  now(process: TradeProcess, act: ActOf<Kind>): Promise<ActNow>;
  /** Does it, once however often it is called with the same command. */
  perform(process: TradeProcess, performed: Performed<Kind>): Promise<unknown>;
  /** The audit log's entry that its events have, where staff's acts on that stream have one. */
  audited?(act: ActOf<Kind>): Pick<LedgerAct, 'action' | 'stream'>;
}

const kinds: { readonly [Kind in ApprovalKind]: ActKind<Kind> } = {
  completion,
  reversal,
  role,
  price,
};

export const actNow = (process: TradeProcess, act: RequestedAction): Promise<ActNow> =>
  (kinds[act.kind] as ActKind<ApprovalKind>).now(process, act);

export const perform = (process: TradeProcess, performed: Performed<ApprovalKind>): Promise<unknown> =>
  (kinds[performed.act.kind] as ActKind<ApprovalKind>).perform(process, performed);

export const audited = (act: RequestedAction): Pick<LedgerAct, 'action' | 'stream'> | undefined =>
  (kinds[act.kind] as ActKind<ApprovalKind>).audited?.(act);
