import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import { migrations } from '../../platform/schema/migrations.ts';

test('begins the chain with earlier entries, in order', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ ...database.connection, max: 2 });
  try {
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0320'));
    await migrateAppSchema(database.connection, before);
    await pool.query(`insert into app.staff_actions (at, actor_id, action, subject_id, request_id, details)
      values ('2026-01-02T03:04:05.678Z', 'a', 'id-image-viewed', 'b', 'r1', '{}'),
        ('2026-01-01T03:04:05Z', 'a', 'member-edited', 'c', 'r2', '{"fields":["phone"]}')`);
    await migrateAppSchema(database.connection);
    await expect(migrateAppSchema(database.connection, before)).rejects.toThrow('of a newer version');
    const { rows } = await pool.query(
      'select sequence::int, at, action, actor_id, subject_id, content from app.audit_log order by sequence',
    );
    expect(rows).toMatchObject([
      { sequence: 1, at: '2026-01-02T03:04:05.678Z', action: 'id-image-viewed', actor_id: 'a' },
      { sequence: 2, subject_id: 'c', content: { requestId: 'r2', details: { fields: ['phone'] } } },
    ]);
    expect(await verifyAuditLog(pool, [])).toEqual({ entries: 2, naming: [], findings: [] });
  } finally {
    await pool.end();
    await database.drop();
  }
});
