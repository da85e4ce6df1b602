import { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { configEndpoints } from '@matgyo/contracts/endpoints/config';
import { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { oneTimeCodeEndpoints } from '@matgyo/contracts/endpoints/one-time-codes';
import { buyOrderEndpoints, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import { ownAccountEndpoints } from '@matgyo/contracts/endpoints/own-account';
import { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import { sessionEndpoints } from '@matgyo/contracts/endpoints/sessions';
import { describe, expect, it } from 'vitest';
import { routes } from './routes.ts';

interface Place {
  readonly method: string;
  readonly path: string;
}

const place = ({ method, path }: Place) => `${method} ${path}`;

const { sell, buy, ...single } = routes;

describe('the calls this client makes', () => {
  it('are where the contracts put them', () => {
    const expected: Record<keyof typeof single, Place> = {
      signIn: sessionEndpoints.signIn,
      stepUp: sessionEndpoints.stepUp,
      signOut: sessionEndpoints.signOut,
      signUp: memberEndpoints.signUp,
      checkNickname: memberEndpoints.checkNickname,
      member: memberEndpoints.findMember,
      sendCode: oneTimeCodeEndpoints.sendCode,
      resendCode: oneTimeCodeEndpoints.resendCode,
      verifyCode: oneTimeCodeEndpoints.verifyCode,
      sendRecoveryCode: passwordEndpoints.sendRecoveryCode,
      recoverPassword: passwordEndpoints.recoverPassword,
      changePassword: passwordEndpoints.changePassword,
      paymentMethods: ownAccountEndpoints.paymentMethods,
      invitations: ownAccountEndpoints.invitations,
      tradeHistory: ownTradeEndpoints.tradeHistory,
      tradeHistoryCsv: ownTradeEndpoints.tradeHistoryCsv,
      tradePartners: ownTradeEndpoints.tradePartners,
      transactions: ownTradeEndpoints.transactions,
      transactionsCsv: ownTradeEndpoints.transactionsCsv,
      currentPrice: priceEndpoints.currentPrice,
      priceHistory: priceEndpoints.priceHistory,
      orderTrail: auditEndpoints.orderTrail,
      publicSettings: configEndpoints.publicSettings,
      ownInquiries: inquiryEndpoints.ownInquiries,
      submitInquiry: inquiryEndpoints.submitInquiry,
      deleteInquiry: inquiryEndpoints.deleteInquiry,
    };
    for (const name of Object.keys(expected) as (keyof typeof single)[])
      expect(place(single[name]), name).toBe(place(expected[name]));
  });

  it.each([
    ['sell', sell, sellOrderEndpoints],
    ['buy', buy, buyOrderEndpoints],
  ] as const)('of the %s side are where the contracts put them', (_side, mine, contracts) => {
    expect(place(mine.listing)).toBe(place(contracts.listing));
    expect(place(mine.inProgress)).toBe(place(contracts.ownInProgress));
    expect(place(mine.place)).toBe(place(contracts.place));
    expect(place(mine.cancel)).toBe(place(contracts.cancelOwn));
  });
});
