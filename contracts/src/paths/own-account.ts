import { get } from './call-path.ts';

export const ownAccountPaths = {
  paymentMethods: get('signed-in', '/user/payment-methods'),
  invitations: get('signed-in', '/user/invitations'),
};
