import { get } from './call-path.ts';

export const configPaths = { publicSettings: get('anyone', '/config') };
