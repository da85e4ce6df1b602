import { z } from 'zod';
import { ownAccountPaths } from '../paths/own-account.ts';
import { endpoint, pageQuery } from './endpoint.ts';
import { moment, nextCursor } from './order-views.ts';

/** Where a member takes won, as given at sign-up. */
export const bankView = z.object({
  bankName: z.string(),
  bankAccount: z.string(),
  accountHolder: z.string(),
});
/** Where a member takes USDT, which goes over Solana only. */
export const walletView = z.object({ network: z.literal('Solana'), tetherAddress: z.string() });

const methods = { bank: bankView.nullable(), wallet: walletView.nullable() };

/** What the profile menu shows of one's own account beside the profile itself (specification, section 2). */
export const ownAccountEndpoints = {
  paymentMethods: endpoint(ownAccountPaths.paymentMethods, {
    summary:
      "The caller's own bank account and wallet, as they are in use; null for what was never given. `next`: what a change waits to become.",
    response: z.object({ ...methods, next: z.object({ ...methods, from: moment }).nullable() }),
  }),
  invitations: endpoint(ownAccountPaths.invitations, {
    summary: "The caller's own invite code, and who signed up with it, masked, newest first.",
    query: pageQuery,
    response: z.object({
      inviteCode: z.string(),
      /** Below the origin the client is served from: `/signup?referralCode=…`. */
      link: z.string(),
      /** How many signed up with it, whatever the page holds. */
      joined: z.int().nonnegative(),
      items: z.array(z.object({ nickname: z.string(), joinedAt: moment })),
      nextCursor,
    }),
  }),
} as const;
