import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { imageFile, imageFolder } from '../proofs/image-file.ts';
import { hasTables } from '../stored-rows.ts';
import type { Finding, Verification } from './finding.ts';
import { rowsInPages } from './rows-in-pages.ts';

interface ImageRow {
  readonly id: string;
  readonly sha256: string;
}

/** Compares the files of ID photos, and of images in chats and statements, with the hashes in their rows. */
export async function verifyImageFiles(pool: pg.Pool, dataDir: string): Promise<Verification> {
  if (!(await hasTables(pool, 'app.images'))) return { findings: [], notes: [] };
  const isHere = existsSync(imageFolder(dataDir));
  const findings: Finding[] = [];
  for await (const row of rowsInPages<ImageRow>(pool, images, '', ({ id }) => id)) {
    if (!isHere) return { findings, notes: ['DATA_DIR has no images: their files were not looked at'] };
    const state = await fileOf(dataDir, row);
    // Not one that was replaced meanwhile.
    if (state !== 'whole' && (await isStillThere(pool, row)))
      findings.push({ check: 'rows', what: `the file of image ${row.id} is ${state}` });
  }
  return { findings, notes: [] };
}

/** Those whose file is there as long as the row. */
const images = `select id, sha256 from app.images
  where coalesce(member_id, message_id, statement_hash) is not null and id > $1 order by id limit $2`;

async function fileOf(dataDir: string, { id, sha256 }: ImageRow) {
  const bytes = await readFile(imageFile(dataDir, id)).catch(() => undefined);
  if (bytes === undefined) return 'missing';
  return hash('sha256', bytes) === sha256 ? 'whole' : 'another one';
}

async function isStillThere(pool: pg.Pool, { id }: ImageRow): Promise<boolean> {
  const { rowCount } = await pool.query('select from app.images where id = $1', [id]);
  return rowCount === 1;
}
