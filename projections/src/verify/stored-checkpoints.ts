import type { CheckpointKey, SignedCheckpoint } from '@matgyo/contracts/proofs';
import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';

/** The signed checkpoints in the database. */
export interface StoredCheckpoints {
  readonly checkpoints: readonly SignedCheckpoint[];
  readonly heads: ReadonlyMap<string, string>;
  readonly keys: readonly CheckpointKey[];
}

const rowsOfAPage = 500;

/** Undefined if no backend has ever created its tables. */
export async function readStoredCheckpoints(pool: pg.Pool): Promise<StoredCheckpoints | undefined> {
  if (!(await hasTables(pool, 'app.signed_checkpoints'))) return undefined;
  const keys = await pool.query<CheckpointKey>(
    'select key_id as "keyId", public_key as "publicKey" from app.checkpoint_keys',
  );
  return { checkpoints: await statements(pool), heads: await headLists(pool), keys: keys.rows };
}

async function statements(pool: pg.Pool): Promise<readonly SignedCheckpoint[]> {
  const found: SignedCheckpoint[] = [];
  for (let after = '0'; ; ) {
    const { rows } = await pool.query<{ sequence: string; statement: string; signature: string }>(
      `select sequence::text, statement, signature from app.signed_checkpoints
       where sequence > $1 order by signed_checkpoints.sequence limit $2`,
      [after, rowsOfAPage],
    );
    for (const { statement, signature } of rows) found.push({ statement: parsed(statement), signature });
    if (rows.length < rowsOfAPage) return found;
    after = rows.at(-1)?.sequence ?? after;
  }
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
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ sha256: string; heads: string }>(
      'select sha256, heads from app.checkpoint_heads where sha256 > $1 order by sha256 limit $2',
      [after, rowsOfAPage],
    );
    for (const { sha256, heads } of rows) found.set(sha256, heads);
    if (rows.length < rowsOfAPage) return found;
    after = rows.at(-1)?.sha256 ?? after;
  }
}
