import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockWaits } from '../../../../test/lock-waits.ts';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { openMarket } from '../../trading/orders/market.fixture.ts';
import { createDatabase } from '../database/database.ts';
import { openImageFiles } from './image-files.ts';
import { createImageStore } from './image-store.ts';

const server = await startTestServer();
const member = await server.member();
const manager = await server.member({ manager: true, active: true });
const admin = await server.admin();
afterAll(() => server.close());

const file = { field: 'file', bytes: smallJpeg() };
const photoOf = (who: Person, by?: Person) =>
  server.request('GET', `/user/${who.memberId}/image`, { language: 'en', ...(by && { token: by.token }) });
const files = async () =>
  (await readdir(path.join(server.dataDir, 'images'), { recursive: true })).filter((name) =>
    name.endsWith('.jpg'),
  );

/** As if they had been written two hours ago. */
async function age(names: readonly string[]): Promise<void> {
  const longAgo = new Date(Date.now() - 2 * 3600 * 1000);
  for (const name of names) await utimes(name, longAgo, longAgo);
}

test('an ID photo is for admins only, is never cached, and each view is recorded', async () => {
  expect(await photoOf(member)).toMatchObject({ status: 401 });
  for (const by of [member, manager]) expect(await photoOf(member, by)).toMatchObject({ status: 403 });
  const seen = await photoOf(member, admin);
  expect([seen.status, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ]);
  expect(Buffer.from(seen.bytes.subarray(0, 3)).toString('hex')).toBe('ffd8ff');
  expect(seen.headers.get('etag')).toBeNull();
  const { rows } = await server.pool.query(
    `select actor_id, action, subject_id, content ->> 'requestId' as request_id from app.audit_log where action like 'id-image-%' order by sequence`,
  );
  expect(rows).toEqual([
    {
      actor_id: admin.memberId,
      action: 'id-image-viewed',
      subject_id: member.memberId,
      request_id: seen.headers.get('x-request-id'),
    },
  ]);
});

test('an unknown member and the first admin have no photo', async () => {
  expect(await photoOf({ ...member, memberId: 'f'.repeat(24) }, admin)).toMatchObject({
    status: 404,
    body: { code: 'MEMBER_NOT_FOUND' },
  });
  expect(await photoOf(admin, admin)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('only an admin replaces a photo, and the old file is deleted after an hour, also on concurrent replacement', async () => {
  const replace = (by: Person, form: object = { fields: {}, file }) =>
    server.request('PUT', `/user/${member.memberId}/image`, {
      token: by.token,
      language: 'en',
      form: form as { fields: Record<string, string> },
    });
  expect(await replace(manager)).toMatchObject({ status: 403 });
  expect(await replace(admin, { fields: {} })).toMatchObject({
    status: 422,
    body: { error: 'Please select an image to upload.' },
  });
  const before = await files();
  const answers = await Promise.all([replace(admin), replace(admin)]);
  expect(answers.map(({ status, body }) => [status, body.imageUrl])).toEqual(
    Array(2).fill([200, `/api/v1/user/${member.memberId}/image`]),
  );
  // A backup that has begun reads them with their rows.
  expect(await files()).toEqual(expect.arrayContaining([...before]));
  await age((await files()).map((name) => path.join(server.dataDir, 'images', name)));
  await createImageStore(createDatabase(server.pool), await openImageFiles(server.dataDir)).sweep();
  expect((await files()).length).toBe(before.length);
  expect(await photoOf(member, admin)).toMatchObject({ status: 200 });
});

test('images are in a private folder that is not served', async () => {
  const folder = await stat(path.join(server.dataDir, 'images'));
  expect(folder.mode & 0o777).toBe(0o700);
  const { body } = await server.request('POST', '/upload', { form: { fields: {}, file } });
  expect(await server.request('GET', body.url.replace('/api/v1', ''), { token: admin.token })).toMatchObject({
    status: 404,
  });
});

test('sweeps unclaimed images after an hour and leftovers of crashes, and keeps images in use', async () => {
  const images = createImageStore(createDatabase(server.pool), await openImageFiles(server.dataDir));
  const unclaimed = await images.add(Buffer.from(smallJpeg()));
  const root = path.join(server.dataDir, 'images');
  const retained = (await files()).map((name) => path.join(root, name));
  const folder = unclaimed.slice(0, 2);
  const orphan = path.join(root, folder, `${folder}${'0'.repeat(30)}.jpg`);
  const draft = path.join(root, folder, `${folder}${'1'.repeat(30)}.aaaa.draft`);
  await writeFile(orphan, 'x');
  await writeFile(draft, 'x');
  await images.sweep();
  expect(await files()).toContain(path.relative(root, orphan));

  await age([...retained, orphan, draft]);
  await server.pool.query(`update app.images set created_at = now() - interval '2 hours'`);
  await images.sweep();
  const left = (await readdir(root, { recursive: true })).map((name) => path.join(root, name));
  const removedFiles = [path.join(root, folder, `${unclaimed}.jpg`), orphan, draft];
  expect(left.filter((name) => removedFiles.includes(name))).toEqual([]);
  expect(await photoOf(member, admin)).toMatchObject({ status: 200 });
});

test('sweeps all unclaimed images of a long stop, in batches', async () => {
  const images = createImageStore(createDatabase(server.pool), await openImageFiles(server.dataDir));
  await server.pool.query(
    `insert into app.images (id, bytes, width, height, sha256, created_at)
     select md5(n::text), 1, 1, 1, md5(n::text), now() - interval '2 days' from generate_series(1, 501) n`,
  );
  let batches = 1;
  while (await images.sweep()) batches += 1;
  expect(batches).toBe(6);
  const { rows } = await server.pool.query(
    `select from app.images where created_at < now() - interval '1 day'`,
  );
  expect(rows).toEqual([]);
});

test('an image can be claimed for an hour', async () => {
  const db = createDatabase(server.pool);
  const images = createImageStore(db, await openImageFiles(server.dataDir));
  const id = await images.add(Buffer.from(smallJpeg()));
  await server.pool.query(`update app.images set created_at = now() - interval '61 minutes' where id = $1`, [
    id,
  ]);
  expect(await images.claim(db, id, member.memberId as never)).toBe(false);
});

test('a sweep waits for a claim of an image that is being committed, and keeps the image', async () => {
  const db = createDatabase(server.pool);
  const images = createImageStore(db, await openImageFiles(server.dataDir));
  const id = await images.add(Buffer.from(smallJpeg()));
  const other = await server.member();
  await server.pool.query('delete from app.images where member_id = $1', [other.memberId]);
  const claimed = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const claiming = db.transaction().execute(async (trx) => {
    expect(await images.claim(trx, id, other.memberId as never)).toBe(true);
    claimed.resolve();
    await mayCommit.promise;
  });
  await claimed.promise;
  const removing = images.removeUnclaimed(id);
  await expect.poll(() => lockWaits(server.pool)).toBe(1);
  mayCommit.resolve();
  await claiming;
  expect(await removing).toBe(0);
  expect(await photoOf(other, admin)).toMatchObject({ status: 200 });
});

test('replaces the oldest unclaimed images beyond the limit, and none in use', async () => {
  const images = createImageStore(createDatabase(server.pool), await openImageFiles(server.dataDir));
  const upload = async (): Promise<string> => images.add(Buffer.from(smallJpeg()));
  const [ofChat, oldest] = [await upload(), await upload()];
  await server.pool.query(
    `update app.images set created_at = now() - interval '1 minute' where id = any($1)`,
    [[ofChat, oldest]],
  );
  await server.pool.query('update app.images set room_id = $2, uploader_id = $3 where id = $1', [
    ofChat,
    `support-${member.memberId}`,
    member.memberId,
  ]);
  const [retained, newest] = [await upload(), await upload()];
  await images.keepNewestUnclaimed(2);
  const left = (await files()).map((name) => path.basename(name, '.jpg'));
  expect(left).not.toContain(oldest);
  expect(left).toEqual(expect.arrayContaining([ofChat, retained, newest]));
  expect(await images.keepNewestUnclaimed(2)).toBe(0);
  expect(await photoOf(member, admin)).toMatchObject({ status: 200 });
  expect((await server.request('POST', '/upload', { form: { fields: {}, file } })).status).toBe(201);
});

test('an admin may view 60 ID photos and export 30 files per hour, also concurrently; then the others are notified', async () => {
  await server.pool.query('truncate app.rate_limits');
  const other = await server.member({ admin: true, active: true });
  const viewed = async () =>
    Number(
      (await server.pool.query(`select count(*) from app.audit_log where action = 'id-image-viewed'`)).rows[0]
        .count,
    );
  const before = await viewed();
  const usedUp = (limit: string, points: number) =>
    server.pool.query('update app.rate_limits set points = $2 where key like $1', [`${limit}:%`, points]);
  expect((await photoOf(member, admin)).status).toBe(200);
  await usedUp('id-images', 50);
  // Four are handled at once, and a hundred may wait.
  const answers = await Promise.all(Array.from({ length: 104 }, () => photoOf(member, admin)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(94).fill(429)]);
  expect((await viewed()) - before).toBe(11);

  // Exports have a separate limit.
  const orderId = await (await openMarket(server)).place(other, 'sell', '14000');
  const download = (path: string) => server.request('GET', path, { token: admin.token });
  const caseFile = () => download(`/orders/${orderId}/case-file`);
  expect((await caseFile()).status).toBe(200);
  await usedUp('personal-exports', 29);
  expect((await caseFile()).status).toBe(200);
  expect((await caseFile()).status).toBe(429);
  expect((await download('/audit/log.csv')).status).toBe(429);
  const alarms = async ({ token }: Person) =>
    (
      await server.request('GET', '/notification?isForAdmin=true', { token, language: 'en' })
    ).body.items.filter(
      ({ message }: { readonly message: string }) =>
        message ===
        `${admin.nickname} reached the limit for ID photos or other personal data. Check the audit log`,
    ).length;
  await expect.poll(() => alarms(other)).toBe(2);
  expect(await alarms(admin)).toBe(0);

  // The call is refused even if the other admins cannot be notified.
  await server.pool.query('alter table app.notices rename to notices_away');
  const refused = await caseFile();
  await server.pool.query('alter table app.notices_away rename to notices');
  expect(refused.status).toBe(429);
});
