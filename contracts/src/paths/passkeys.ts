import { get, post, put, remove } from './call-path.ts';

export const passkeyPaths = {
  passkeys: get('signed-in', '/user/passkeys'),
  preparePasskey: post('signed-in', '/user/passkeys/options'),
  addPasskey: post('signed-in', '/user/passkeys'),
  renamePasskey: put('signed-in', '/user/passkeys/:id'),
  removePasskey: remove('signed-in', '/user/passkeys/:id'),
};
