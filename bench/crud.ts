import { createHmac } from 'node:crypto';
import { type RunningProgram, startProgram } from './server.ts';

/** The reference of the calls that trade, on a Postgres of ours. */
export const startCrudServer = (secret: string, connection: object): Promise<RunningProgram> =>
  startProgram('bench/crud-server.ts', {
    CRUD_SECRET: secret,
    CRUD_DATABASE: JSON.stringify(connection),
  });

/** What its callers show. */
export const crudToken = (secret: string, member: string): string =>
  `${member}.${createHmac('sha256', secret).update(member).digest('hex')}`;
