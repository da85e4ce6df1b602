import path from 'node:path';

/** Settings with which a program keeps the number of statements it has sent to Postgres in a file. */
export const countingStatementsIn = (file: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'count-statements.ts')}`,
  COUNT_STATEMENTS_IN: file,
});
