import { post } from './call-path.ts';

export const sessionPaths = {
  signIn: post('anyone', '/user/login'),
  signInWithCookie: post('anyone', '/user/loginos'),
  stepUp: post('signed-in', '/user/step-up'),
  signOut: post('signed-in', '/user/logout'),
};
