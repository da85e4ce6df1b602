import { get, post, remove } from './call-path.ts';

export const secondFactorPaths = {
  secondFactor: get('signed-in', '/user/second-factor'),
  prepareSecondFactor: post('signed-in', '/user/second-factor'),
  confirmSecondFactor: post('signed-in', '/user/second-factor/confirm'),
  renewRecoveryCodes: post('signed-in', '/user/second-factor/recovery-codes'),
  removeSecondFactor: remove('signed-in', '/user/second-factor'),
};
