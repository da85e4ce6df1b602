import { get, post, remove } from './call-path.ts';

export const sessionPaths = {
  signIn: post('anyone', '/user/login'),
  signInWithCookie: post('anyone', '/user/loginos'),
  signInWithCode: post('anyone', '/user/login/code'),
  signInWithCodeAndCookie: post('anyone', '/user/loginos/code'),
  passkeyOptions: post('anyone', '/user/login/passkey/options'),
  signInWithPasskey: post('anyone', '/user/login/passkey'),
  stepUp: post('signed-in', '/user/step-up'),
  stepUpPasskeyOptions: post('signed-in', '/user/step-up/passkey'),
  signOut: post('signed-in', '/user/logout'),
  devices: get('signed-in', '/user/sessions'),
  endDevice: remove('signed-in', '/user/sessions/:id'),
  endOtherDevices: remove('signed-in', '/user/sessions'),
};
