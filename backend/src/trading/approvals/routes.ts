import { approvalEndpoints } from '@matgyo/contracts/endpoints/approvals';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import type { AfterApprovalDependencies } from './after-approval.ts';
import { approveRequest, refuseRequest } from './decide-request.ts';
import { listApprovals, readApproval } from './list-approvals.ts';
import { requestApproval } from './request-approval.ts';

export const approvalRoutes = (deps: TradeDependencies & AfterApprovalDependencies): readonly Route[] =>
  capability(approvalEndpoints, {
    requestApproval: requestApproval(deps),
    approvals: listApprovals(deps.db),
    approval: readApproval(deps.db),
    approve: approveRequest(deps),
    refuse: refuseRequest(deps),
  });
