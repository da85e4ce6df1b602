import { z } from 'zod';
import { ownAccountPaths } from '../paths/own-account.ts';
import { endpoint, messageResponse, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { payoutChangeId } from './members.ts';
import { accountCode, codeSent } from './one-time-codes.ts';
import { count, timestamp } from './order-views.ts';

/** The bank account for won, as given at sign-up. */
export const bankView = z.object({
  bankName: z.string(),
  bankAccount: z.string(),
  accountHolder: z.string(),
});
/** The wallet for USDT, on Solana only. */
export const walletView = z.object({ network: z.literal('Solana'), tetherAddress: z.string() });

const methods = { bank: bankView.nullable(), wallet: walletView.nullable() };

/** The profile menu's data besides the profile itself (specification, section 2). */
export const ownAccountEndpoints = {
  paymentMethods: endpoint(ownAccountPaths.paymentMethods, {
    summary:
      "The caller's own bank account and wallet, as they are in use; null for what was never given. `next`: what a change waits to become; `from` null: a change by staff, used once the member confirms it or an admin approves it.",
    response: z.object({
      ...methods,
      next: z.object({ ...methods, id: z.string(), from: timestamp.nullable() }).nullable(),
    }),
  }),
  sendPayoutCode: endpoint(ownAccountPaths.sendPayoutCode, {
    summary:
      'Sends the code that confirms a change which waits; to the previous phone where staff changed it within 72 hours.',
    body: z.object({ changeId: payoutChangeId, storedLanguage }),
    response: codeSent,
    errors: ['PAYOUT_CHANGE_OVER', 'CODE_TOO_SOON', 'SMS_FAILED', 'RECORD_MISMATCH'],
  }),
  confirmPayout: endpoint(ownAccountPaths.confirmPayout, {
    summary: 'Confirms a change of the own bank account or wallet by code: it is used from now on.',
    body: z.object({ changeId: payoutChangeId, code: accountCode, storedLanguage }),
    response: messageResponse,
    errors: ['PAYOUT_CHANGE_OVER', 'OTP_REQUIRED', 'OTP_WRONG'],
  }),
  rejectPayout: endpoint(ownAccountPaths.rejectPayout, {
    summary: 'Rejects a change of the own bank account or wallet that waits: what is in use stays.',
    body: z.object({ changeId: payoutChangeId }),
    response: messageResponse,
    errors: ['PAYOUT_CHANGE_OVER'],
  }),
  invitations: endpoint(ownAccountPaths.invitations, {
    summary: "The caller's own invite code, and who signed up with it, masked, newest first.",
    query: pageQuery,
    response: z.object({
      inviteCode: z.string(),
      /** Relative to the client's origin: `/signup?referralCode=…`. */
      link: z.string(),
      /** How many signed up with it in total. */
      joined: count,
      ...pageOf(z.object({ nickname: z.string(), joinedAt: timestamp })).shape,
    }),
  }),
} as const;
