import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { withClient } from './with-client.ts';

/** What the program signs in as where this installation chooses the name: in the embedded Postgres. */
export const programRole = 'matgyo_program';

export interface ProgramRole {
  readonly name: string;
  /** Of a role that is created; undefined: none. */
  readonly password?: string | undefined;
}

/** Any number: it only has to be the same for every process. */
const grantLock = 7_266_002;

/**
 * Makes the role that the program runs as, where it is missing, and gives it its rights: all rows of the schema `app`,
 * but only new ones in the event log, the audit log and the checkpoints, which it can then neither change nor remove.
 * It owns what it derives from the log. After migrations, which have to be done by the owner of the tables. Returns
 * whether the role was made; one that existed keeps its password.
 */
export async function grantProgram(
  owner: pg.ClientConfig,
  { name, password }: ProgramRole,
): Promise<'made' | 'existed'> {
  return withClient(owner, async (client) => {
    await client.query('begin');
    // A start that waits longer fails.
    await client.query(`set local lock_timeout = '60s'`);
    await client.query('select pg_advisory_xact_lock($1)', [grantLock]);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) {
      const secret = password === undefined ? '' : ` password ${client.escapeLiteral(password)}`;
      await client.query(`create role ${client.escapeIdentifier(name)} login${secret}`);
    }
    await client.query(`select set_config('matgyo.program', $1, true)`, [name]);
    await client.query(await readFile(new URL('./program-role.sql', import.meta.url), 'utf8'));
    await client.query('commit');
    return rowCount === 0 ? 'made' : 'existed';
  });
}

/**
 * The embedded Postgres as the program uses it, for programs beside it; as its owner where nothing was granted since
 * the tables were made, as before the first start.
 */
export async function asProgram<Connection extends pg.ClientConfig>(owner: Connection): Promise<Connection> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query<{ granted: boolean | null }>(
      `select has_table_privilege(oid, to_regclass('app.audit_log'), 'select')
         and coalesce(has_table_privilege(oid, to_regclass('event_log.events'), 'select'), true) as granted
       from pg_roles where rolname = $1`,
      [programRole],
    );
    return rows[0]?.granted === true ? { ...owner, user: programRole } : owner;
  });
}
