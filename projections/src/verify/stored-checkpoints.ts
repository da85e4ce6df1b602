import type { CheckpointKey, SignedCheckpoint } from '@matgyo/contracts/proofs';
import type { HeadsPart } from '@matgyo/ledger/proof/checkpoint';
import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';
import { rowsInPages } from './rows-in-pages.ts';

/** Undefined if no backend has ever created its tables. */
export async function readStoredCheckpoints(pool: pg.Pool) {
  if (!(await hasTables(pool, 'app.signed_checkpoints'))) return undefined;
  const keys = await pool.query<CheckpointKey>(
    'select key_id as "keyId", public_key as "publicKey" from app.checkpoint_keys',
  );
  return { checkpoints: await statements(pool), keys: keys.rows };
}

type StatementRow = Readonly<Record<'sequence' | 'statement' | 'signature', string>>;

async function statements(pool: pg.Pool): Promise<readonly SignedCheckpoint[]> {
  const found: SignedCheckpoint[] = [];
  const text = `select sequence::text, statement, signature from app.signed_checkpoints
    where sequence > $1 order by signed_checkpoints.sequence limit $2`;
  const rows = rowsInPages<StatementRow>(pool, text, '0', ({ sequence }) => sequence);
  for await (const { statement, signature } of rows) found.push({ statement: parsed(statement), signature });
  return found;
}

/** A text that is no JSON object is reported as an unsigned checkpoint. */
function parsed(statement: string): SignedCheckpoint['statement'] {
  const none = {} as SignedCheckpoint['statement'];
  try {
    return (JSON.parse(statement) as SignedCheckpoint['statement'] | null) ?? none;
  } catch {
    return none;
  }
}

export const storedLists = (pool: pg.Pool): AsyncGenerator<HeadsPart, void, undefined> => {
  const text =
    'select sha256, heads as text from app.checkpoint_heads where sha256 > $1 order by sha256 limit $2';
  return rowsInPages<HeadsPart>(pool, text, '', ({ sha256 }) => sha256);
};
