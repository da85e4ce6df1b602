import type { CheckpointKey, SignedCheckpoint } from '@matgyo/contracts/proofs';
import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';
import { rowsInPages } from './rows-in-pages.ts';

/** The signed checkpoints in the database. */
export interface StoredCheckpoints {
  readonly checkpoints: readonly SignedCheckpoint[];
  readonly heads: ReadonlyMap<string, string>;
  readonly keys: readonly CheckpointKey[];
}

/** Undefined if no backend has ever created its tables. */
export async function readStoredCheckpoints(pool: pg.Pool): Promise<StoredCheckpoints | undefined> {
  if (!(await hasTables(pool, 'app.signed_checkpoints'))) return undefined;
  const keys = await pool.query<CheckpointKey>(
    'select key_id as "keyId", public_key as "publicKey" from app.checkpoint_keys',
  );
  return { checkpoints: await statements(pool), heads: await headLists(pool), keys: keys.rows };
}

interface StatementRow {
  readonly sequence: string;
  readonly statement: string;
  readonly signature: string;
}

async function statements(pool: pg.Pool): Promise<readonly SignedCheckpoint[]> {
  const found: SignedCheckpoint[] = [];
  const text = `select sequence::text, statement, signature from app.signed_checkpoints
    where sequence > $1 order by signed_checkpoints.sequence limit $2`;
  const rows = rowsInPages<StatementRow>(pool, text, '0', ({ sequence }) => sequence);
  for await (const { statement, signature } of rows) found.push({ statement: parsed(statement), signature });
  return found;
}

/** An entry that is not valid JSON is reported as an unsigned checkpoint. */
function parsed(statement: string): SignedCheckpoint['statement'] {
  try {
    return JSON.parse(statement) as SignedCheckpoint['statement'];
  } catch {
    return {} as SignedCheckpoint['statement'];
  }
}

async function headLists(pool: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const text = 'select sha256, heads from app.checkpoint_heads where sha256 > $1 order by sha256 limit $2';
  const rows = rowsInPages<{ sha256: string; heads: string }>(pool, text, '', ({ sha256 }) => sha256);
  for await (const { sha256, heads } of rows) found.set(sha256, heads);
  return found;
}
