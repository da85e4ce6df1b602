import { approvalEndpoints } from '@matgyo/contracts/endpoints/approvals';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import type { AfterApprovalDependencies } from './after-approval.ts';
import { approveCall, refuseCall } from './decide-calls.ts';
import { approvalCall, approvalsCall } from './list-approvals.ts';
import { requestApprovalCall } from './request-approval.ts';

/** Every call about what needs another admin. */
export const approvalRoutes = (deps: TradeDependencies & AfterApprovalDependencies): readonly Route[] =>
  capability(approvalEndpoints, {
    requestApproval: requestApprovalCall(deps),
    approvals: approvalsCall(deps.db),
    approval: approvalCall(deps.db),
    approve: approveCall(deps),
    refuse: refuseCall(deps),
  });
