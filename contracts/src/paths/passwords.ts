import { post, put } from './call-path.ts';

export const passwordPaths = {
  sendRecoveryCode: post('anyone', '/user/recover-password/code'),
  recoverPassword: post('anyone', '/user/recover-password'),
  changePassword: put('signed-in', '/user/password'),
};
