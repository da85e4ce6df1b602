import { get } from './call-path.ts';

export const healthPaths = { live: get('anyone', '/health/live'), ready: get('anyone', '/health/ready') };
