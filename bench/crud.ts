import { createHmac } from 'node:crypto';
import { type RunningProgram, startProgram } from './server.ts';

/** Starts the reference for trading calls, on our own Postgres. */
export const startCrudServer = (secret: string, connection: object): Promise<RunningProgram> =>
  startProgram('bench/crud-server.ts', { CRUD_SECRET: secret, CRUD_DATABASE: JSON.stringify(connection) });

/** A token for a caller of the reference. */
export const crudToken = (secret: string, member: string): string =>
  `${member}.${createHmac('sha256', secret).update(member).digest('hex')}`;
