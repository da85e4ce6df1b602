import { afterEach, beforeEach, expect } from 'vitest';
import { History } from './history.ts';
import { projectLog } from './project-log.ts';
import {
  createReadModelDatabase,
  emptyReadModels,
  projectedReadModels,
  type ReadModelDatabase,
} from './read-model-database.ts';
import { UncheckedLog } from './unchecked-log.ts';

export let database: ReadModelDatabase;
export let log: UncheckedLog;
export let history: History;

/**
 * For the tests of a file: each begins with this history, by default an empty one, in log and read models. `name`: of
 * the history.
 */
export function setUpReadModels(begun = () => new History(), name?: string): void {
  beforeEach(async () => {
    log = new UncheckedLog();
    history = begun();
    await history.writeTo(log);
    const template = name === undefined ? emptyReadModels : projectedReadModels(name, log.events);
    database = await createReadModelDatabase({ template });
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
