import type { RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migration = (...statements: readonly RawBuilder<unknown>[]): Migration => ({
  async up(db) {
    for (const statement of statements) await statement.execute(db);
  },
});
