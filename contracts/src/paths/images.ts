import { get, post, put } from './call-path.ts';

export const imagePaths = {
  upload: post('anyone', '/upload'),
  replaceIdImage: put('admin', '/user/:id/image'),
  idImage: get('admin', '/user/:id/image'),
};
