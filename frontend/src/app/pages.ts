import { type ComponentType, createElement, lazy, useState } from 'react';
import { type TextPart, withTexts } from '../i18n/index.ts';
import type { Load } from '../ui/on-demand.tsx';

/**
 * A page in its own chunk, with a function to load it before rendering. A loaded page renders at once: React's lazy
 * alone would suspend again, 300 ms per nested shell. While another loads, the previous page stays.
 */
function page<Props extends object>(fetchChunk: Load<Props>, props = {} as Props) {
  let here: ComponentType<Props> | undefined;
  const load: Load<Props> = async () => {
    const chunk = await fetchChunk();
    here = chunk.default;
    return chunk;
  };
  const Awaited = lazy(load);
  function Page() {
    const [Drawn] = useState(() => here ?? Awaited);
    return createElement<Props>(Drawn, props);
  }
  return Object.assign(Page, { load });
}

/** A page, or pages, with texts of their own. */
const pageWithTexts = (part: TextPart, fetchChunk: Load<object>) => page(() => withTexts(part, fetchChunk()));

export const pages = {
  landing: page(() => import('../pages/landing.tsx')),
  postOffer: page(() => import('../pages/post-offer.tsx')),
  signIn: page(() => import('../features/sessions/sign-in-page.tsx')),
  signUp: pageWithTexts('account', () => import('../features/members/sign-up-page.tsx')),
  verify: page(() => import('../features/sessions/verify-page.tsx')),
  recoverPassword: page(() => import('../features/sessions/recover-password-page.tsx')),
  signOut: page(() => import('../pages/sign-out.tsx')),
  memberShell: page(() => import('../shell/member-shell.tsx')),
  profile: pageWithTexts('account', () => import('../pages/profile.tsx')),
  sellHistory: page(() => import('../pages/history.tsx'), { side: 'sell' }),
  sellOrder: page(() => import('../pages/order-dialog-page.tsx'), { side: 'sell' }),
  buyHistory: page(() => import('../pages/history.tsx'), { side: 'buy' }),
  buyOrder: page(() => import('../pages/order-dialog-page.tsx'), { side: 'buy' }),
  order: pageWithTexts('cases', () => import('../features/orders/order-page.tsx')),
  inquiries: pageWithTexts('cases', () => import('../features/inquiries/inquiry-page.tsx')),
  editInfo: pageWithTexts('account', () => import('../features/members/edit-info-page.tsx')),
  support: page(() => import('../pages/support.tsx')),
  settings: page(() => import('../pages/settings.tsx')),
  ownCases: pageWithTexts('cases', () => import('../features/cases/own-cases-page.tsx')),
  openCase: pageWithTexts('cases', () => import('../features/cases/open-case-page.tsx')),
  case: pageWithTexts('cases', () => import('../features/cases/case-page.tsx')),
  staffCase: pageWithTexts('cases', () => import('../pages/staff-case.tsx')),
  cases: pageWithTexts('cases', () => import('../features/cases/staff/cases-page.tsx')),
  approvals: pageWithTexts('cases', () => import('../features/approvals/approvals-page.tsx')),
  security: pageWithTexts('security', () => import('../features/sessions/security-page.tsx')),
  openNotification: page(() => import('../features/notifications/open-notification-page.tsx')),
  ownChats: page(() => import('../features/chat/own-chats-page.tsx')),
  memberRoom: pageWithTexts('cases', () => import('../features/chat/member-room-page.tsx')),
  staffRooms: page(() => import('../pages/staff-rooms.tsx')),
  liveChats: page(() => import('../features/chat/staff/sessions-page.tsx'), { which: 'live' }),
  endedChats: page(() => import('../features/chat/staff/sessions-page.tsx'), { which: 'ended' }),
  paymentMethods: pageWithTexts('account', () => import('../features/members/payment-methods-page.tsx')),
  inviteFriend: pageWithTexts('account', () => import('../features/members/invite-friend-page.tsx')),
  tradeHistory: page(() => import('../features/own-trades/trade-history-page.tsx')),
  transactions: page(() => import('../features/own-trades/transactions-page.tsx')),
  tradePartners: page(() => import('../features/own-trades/trade-partners-page.tsx')),
  adminShell: pageWithTexts('staff', () => import('../shell/staff-admin.tsx')),
  managerShell: pageWithTexts('staff', () => import('../shell/staff-manager.tsx')),
  adminSellOrders: page(() => import('../features/orders/staff/queue/queue-page.tsx'), { side: 'sell' }),
  adminBuyOrders: page(() => import('../features/orders/staff/queue/queue-page.tsx'), { side: 'buy' }),
  adminOrder: pageWithTexts('cases', () => import('../features/orders/staff/trail/staff-order-page.tsx')),
  stuck: page(() => import('../features/stuck/stuck-page.tsx')),
  adminFees: page(() => import('../features/reports/fee-report.tsx')),
  adminCompareFees: page(() => import('../features/reports/compare-fees.tsx'), {
    reportPath: '/admin/fees',
    trails: true,
  }),
  adminFeesDryRun: page(() => import('../features/reports/dry-run/fees-dry-run.tsx'), {
    reportPath: '/admin/fees',
    levelsPath: '/admin/levels/rehearsal',
    codes: [],
  }),
  levelsDryRun: page(() => import('../features/reports/dry-run/levels/levels-page.tsx')),
  managerFee: page(() => import('../features/reports/manager-fee-page.tsx')),
  managerCompareFees: page(() => import('../features/reports/compare-fees.tsx'), {
    reportPath: '/manager/fee',
    trails: false,
  }),
  managerFeesDryRun: page(() => import('../features/reports/dry-run/manager-dry-run-page.tsx')),
  trialBalance: page(() => import('../features/reports/trial-balance-page.tsx')),
  compareBalances: page(() => import('../features/reports/compare-balances-page.tsx')),
  adminDashboard: page(() => import('../features/stats/admin-dashboard-page.tsx')),
  managerDashboard: page(() => import('../features/stats/manager-dashboard-page.tsx')),
  deals: page(() => import('../features/trades/transactions-page.tsx')),
  deal: page(() => import('../features/trades/transaction-page.tsx')),
  setPrice: page(() => import('../features/price/staff/set-price-page.tsx')),
  inbox: pageWithTexts('cases', () => import('../features/inquiries/staff/inbox-page.tsx')),
  auditLog: page(() => import('../features/audit/audit-log-page.tsx')),
  users: page(() => import('../features/members/staff/users-page.tsx')),
  user: pageWithTexts('account', () => import('../features/members/staff/user-page.tsx')),
  managerUsers: page(() => import('../features/members/staff/manager-users-page.tsx')),
  replays: page(() => import('../features/replays/replays-page.tsx')),
} as const;
