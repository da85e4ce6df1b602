import { serverNow } from './server-clock.ts';

/** The time by the server's clock, ISO 8601 in UTC. */
export const serverTime = (): string => new Date(serverNow()).toISOString();
