import { get, post, remove } from './call-path.ts';

export const secondFactorPaths = {
  secondFactor: get('signed-in', '/user/second-factor'),
  prepareSecondFactor: post('signed-in', '/user/second-factor'),
  confirmSecondFactor: post('signed-in', '/user/second-factor/confirm'),
  removeSecondFactor: remove('signed-in', '/user/second-factor'),
};
