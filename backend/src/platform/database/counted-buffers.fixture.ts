import type pg from 'pg';
import { createDatabase } from './database.ts';

/** A database that adds up the pages of the buffer cache that its statements touch. */
export function countedBuffers(pool: pg.Pool) {
  let buffers = 0;
  const connect = async () => {
    const client = await pool.connect();
    const query = async (text: string, values: unknown[]) => {
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return client.query(text, values);
    };
    return { query, release: () => client.release() };
  };
  return {
    db: createDatabase({ connect } as unknown as pg.Pool),
    async buffersOf(work: Promise<unknown>): Promise<number> {
      const before = buffers;
      await work;
      return buffers - before;
    },
  };
}
