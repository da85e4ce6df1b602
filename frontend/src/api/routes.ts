import type { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import type { configEndpoints } from '@matgyo/contracts/endpoints/config';
import type { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { oneTimeCodeEndpoints } from '@matgyo/contracts/endpoints/one-time-codes';
import type { buyOrderEndpoints, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { ownAccountEndpoints } from '@matgyo/contracts/endpoints/own-account';
import type { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import type { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import type { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import type { sessionEndpoints } from '@matgyo/contracts/endpoints/sessions';
import { route } from './route.ts';

type Inquiries = typeof inquiryEndpoints;
type Members = typeof memberEndpoints;
type Codes = typeof oneTimeCodeEndpoints;
type OwnAccount = typeof ownAccountEndpoints;
type OwnTrades = typeof ownTradeEndpoints;
type Passwords = typeof passwordEndpoints;
type Sessions = typeof sessionEndpoints;
type Prices = typeof priceEndpoints;
type Sells = typeof sellOrderEndpoints;
type Buys = typeof buyOrderEndpoints;

/** Every call this client makes. `routes.test.ts` finds each of them in the contracts. */
export const routes = {
  signIn: route<Sessions['signIn']>('POST', '/user/login'),
  stepUp: route<Sessions['stepUp']>('POST', '/user/step-up'),
  signOut: route<Sessions['signOut']>('POST', '/user/logout'),
  signUp: route<Members['signUp']>('POST', '/user/users'),
  checkNickname: route<Members['checkNickname']>('GET', '/user/check-nickname/:nickname'),
  member: route<Members['findMember']>('GET', '/user/users/:nickname'),
  sendCode: route<Codes['sendCode']>('POST', '/user/users/sendCode'),
  resendCode: route<Codes['resendCode']>('POST', '/user/users/resendverify'),
  verifyCode: route<Codes['verifyCode']>('POST', '/user/users/verify'),
  sendRecoveryCode: route<Passwords['sendRecoveryCode']>('POST', '/user/recover-password/code'),
  recoverPassword: route<Passwords['recoverPassword']>('POST', '/user/recover-password'),
  changePassword: route<Passwords['changePassword']>('PUT', '/user/password'),
  paymentMethods: route<OwnAccount['paymentMethods']>('GET', '/user/payment-methods'),
  invitations: route<OwnAccount['invitations']>('GET', '/user/invitations'),
  tradeHistory: route<OwnTrades['tradeHistory']>('GET', '/user/trade-history'),
  tradeHistoryCsv: route<OwnTrades['tradeHistoryCsv']>('GET', '/user/trade-history.csv'),
  tradePartners: route<OwnTrades['tradePartners']>('GET', '/user/trade-partners'),
  transactions: route<OwnTrades['transactions']>('GET', '/user/transactions'),
  transactionsCsv: route<OwnTrades['transactionsCsv']>('GET', '/user/transactions.csv'),
  currentPrice: route<Prices['currentPrice']>('GET', '/tetherprice/get-tether-price'),
  priceHistory: route<Prices['priceHistory']>('GET', '/tetherprice/history'),
  publicSettings: route<(typeof configEndpoints)['publicSettings']>('GET', '/config'),
  orderTrail: route<(typeof auditEndpoints)['orderTrail']>('GET', '/orders/:id/trail'),
  ownInquiries: route<Inquiries['ownInquiries']>('GET', '/inquiry/user'),
  submitInquiry: route<Inquiries['submitInquiry']>('POST', '/inquiry'),
  deleteInquiry: route<Inquiries['deleteInquiry']>('DELETE', '/inquiry/:id'),
  sell: {
    listing: route<Sells['listing']>('GET', '/sell/sell-orders'),
    inProgress: route<Sells['ownInProgress']>('GET', '/sell/user/inProgress-orders'),
    place: route<Sells['place']>('POST', '/sell'),
    cancel: route<Sells['cancelOwn']>('DELETE', '/sell/sell-orders/:id/cancel'),
  },
  buy: {
    listing: route<Buys['listing']>('GET', '/buy/buy-orders'),
    inProgress: route<Buys['ownInProgress']>('GET', '/buy/user/inProgress-orders'),
    place: route<Buys['place']>('POST', '/buy'),
    cancel: route<Buys['cancelOwn']>('DELETE', '/buy/buy-orders/:id/cancel'),
  },
} as const;
