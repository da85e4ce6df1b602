import path from 'node:path';

/** A private folder that is not served. */
export const imageFolder = (dataDir: string): string => path.join(dataDir, 'images');

export const imageFile = (dataDir: string, id: string): string =>
  path.join(imageFolder(dataDir), id.slice(0, 2), `${id}.jpg`);
