import { get, post } from './call-path.ts';

export const ownAccountPaths = {
  paymentMethods: get('signed-in', '/user/payment-methods'),
  sendPayoutCode: post('signed-in', '/user/payment-methods/code'),
  confirmPayout: post('signed-in', '/user/payment-methods/confirm'),
  rejectPayout: post('signed-in', '/user/payment-methods/reject'),
  invitations: get('signed-in', '/user/invitations'),
};
