import type { RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A migration that executes statements in order. */
export const migration = (...statements: readonly RawBuilder<unknown>[]): Migration => ({
  async up(db) {
    for (const statement of statements) await statement.execute(db);
  },
});
