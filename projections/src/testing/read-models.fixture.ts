import { afterEach, beforeEach, expect } from 'vitest';
import { History } from './history.ts';
import { projectLog } from './project-log.ts';
import { createReadModelDatabase, type ReadModelDatabase } from './read-model-database.ts';
import { UncheckedLog } from './unchecked-log.ts';

export let database: ReadModelDatabase;
export let log: UncheckedLog;
export let history: History;

/** For the tests of a file: each begins with empty read models, an empty log and an empty history. */
export function setUpReadModels(): void {
  beforeEach(async () => {
    database = await createReadModelDatabase();
    log = new UncheckedLog();
    history = new History();
  });
  afterEach(() => database.drop());
}

/** Appends the new events of a history, and brings every read model to the end of the log. */
export async function project(source: History = history): Promise<void> {
  await source.writeTo(log);
  expect(new Set(await projectLog(database, log.events))).toEqual(new Set(['applied']));
}

/** Brings the read models to the end of the history so far and runs the query. */
export async function after(text: string): Promise<Record<string, unknown>[]> {
  await project();
  return database.rows(text);
}
