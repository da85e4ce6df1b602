import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Environment that makes a program write the number of its Postgres statements to a file. */
export const countingStatementsIn = (file: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'count-statements.ts')}`,
  COUNT_STATEMENTS_IN: file,
});

/** How many statements such a program has sent so far. */
export const statementsIn = async (file: string): Promise<number> => Number(await readFile(file, 'utf8'));
