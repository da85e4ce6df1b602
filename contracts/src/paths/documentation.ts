import { get } from './call-path.ts';

export const documentationPaths = { openApi: get('anyone', '/openapi.json') };
