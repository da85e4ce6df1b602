import { post } from './call-path.ts';

export const oneTimeCodePaths = {
  sendCode: post('anyone', '/user/users/sendCode'),
  resendCode: post('anyone', '/user/users/resendverify'),
  verifyCode: post('anyone', '/user/users/verify'),
};
