import type { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import type { deskEndpoints } from '@matgyo/contracts/endpoints/desk';
import type { imageEndpoints } from '@matgyo/contracts/endpoints/images';
import type { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import type { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { statsEndpoints } from '@matgyo/contracts/endpoints/stats';
import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { route } from './route.ts';

type Audit = typeof auditEndpoints;
type Desk = typeof deskEndpoints;
type Images = typeof imageEndpoints;
type Inquiries = typeof inquiryEndpoints;
type Members = typeof memberEndpoints;
type Operations = typeof operationEndpoints;
type Prices = typeof priceEndpoints;
type Reports = typeof reportEndpoints;
type Stats = typeof statsEndpoints;

/** Calls of the dashboards, users, price, inbox and finance. `staff-routes.test.ts` finds each of them in the contracts. */
export const staffRoutes = {
  adminStats: route<Stats['adminStats']>('GET', '/sell/admin/getallstats'),
  managerStats: route<Stats['managerStats']>('GET', '/sell/manager/getallstats'),
  matchedOrders: route<(typeof tradeEndpoints)['matchedOrders']>('GET', '/sell/allmatched-orders'),
  setPrice: route<Prices['setPrice']>('POST', '/tetherprice/update-tether-price'),
  priceLog: route<Prices['priceLog']>('GET', '/admin/prices'),
  listMembers: route<Members['listMembers']>('GET', '/user/users'),
  listReferredMembers: route<Members['listReferredMembers']>('GET', '/user/manager/users'),
  editMember: route<Members['editMember']>('PUT', '/user/users/:nickname'),
  memberById: route<Members['memberById']>('GET', '/admin/members/:id'),
  memberOrders: route<Desk['memberOrders']>('GET', '/admin/members/:id/orders'),
  memberTrades: route<Desk['memberTrades']>('GET', '/admin/members/:id/trades'),
  idImage: route<Images['idImage']>('GET', '/user/:id/image'),
  replaceIdImage: route<Images['replaceIdImage']>('PUT', '/user/:id/image'),
  activeInquiries: route<Inquiries['activeInquiries']>('GET', '/inquiry/all/active'),
  commentOnInquiry: route<Inquiries['commentOnInquiry']>('POST', '/inquiry/:id/comment'),
  closeInquiry: route<Inquiries['closeInquiry']>('PATCH', '/inquiry/:id/close'),
  feeReport: route<Reports['feeReport']>('GET', '/fees/report'),
  feeReportCsv: route<Reports['feeReportCsv']>('GET', '/fees/report.csv'),
  feeReportDays: route<Reports['feeReportDays']>('GET', '/fees/report/days'),
  compareFees: route<Reports['compareFees']>('GET', '/fees/compare'),
  trialBalance: route<Reports['trialBalance']>('GET', '/journal/trial-balance'),
  compareTrialBalances: route<Reports['compareTrialBalances']>('GET', '/journal/compare'),
  auditLog: route<Audit['auditLog']>('GET', '/audit/log'),
  auditLogCsv: route<Audit['auditLogCsv']>('GET', '/audit/log.csv'),
  publicKeys: route<Audit['publicKeys']>('GET', '/audit/public-keys'),
  replays: route<Operations['replays']>('GET', '/admin/replays'),
  replay: route<Operations['replay']>('GET', '/admin/replays/:id'),
  startReplay: route<Operations['startReplay']>('POST', '/admin/replays'),
  cancelReplay: route<Operations['cancelReplay']>('POST', '/admin/replays/:id/cancel'),
  swapReplay: route<Operations['swapReplay']>('POST', '/admin/replays/:id/swap'),
  discardReplay: route<Operations['discardReplay']>('POST', '/admin/replays/:id/discard'),
} as const;
