import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { ackedMessage, connected, send, socketTo } from '../../../../test/sockets.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { openImageFiles } from '../../platform/images/image-files.ts';
import { createImageStore } from '../../platform/images/image-store.ts';
import { useUpChatImages } from './chat-image-limit.fixture.ts';
import { readChatImage } from './chat-images.ts';
import type { ChatDependencies } from './send-message.ts';

const server = await sharedTestServer();
const [admin, member, other] = [await server.admin(), await server.member(), await server.member()];
const room = `support-${member.memberId}`;

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c63' } });
const asDataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const upload = (bytes: Buffer, by = member, to = room) =>
  server.request('POST', `/chat/images/${to}`, {
    token: by.token,
    language: 'en',
    form: { fields: {}, file: { field: 'file', bytes: Uint8Array.from(bytes) } },
  });
const post = (image: string, more: object = {}, by = member) =>
  server.request('POST', '/chat', {
    token: by.token,
    language: 'en',
    body: { orderId: room, image, ...more },
  });
const fetched = (url: string, by: Person) =>
  server.request('GET', url.replace('/api/v1', ''), { token: by.token });
const stored = async () => {
  const root = path.join(server.dataDir, 'images');
  const names = (await readdir(root, { recursive: true })).filter((name) => name.includes('.'));
  return Promise.all(names.map((name) => readFile(path.join(root, name))));
};

test('an uploaded image is sent by its URL, in a message with the default text', async () => {
  const { status, body } = await upload(await picture(40, 30).png().toBuffer());
  expect([status, body.url]).toEqual([201, expect.stringMatching(/^\/api\/v1\/chat\/images\/[0-9a-f]{32}$/)]);
  // Until it is sent, only its uploader sees it.
  expect([(await fetched(body.url, member)).status, (await fetched(body.url, admin)).status]).toEqual([
    200, 404,
  ]);
  const sent = await post(body.url);
  expect(sent).toMatchObject({ status: 201, body: { message: { content: 'Image', image: body.url } } });
  const seen = await fetched(body.url, admin);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(seen.headers.get('cache-control')).toBe('no-store');
  expect((await fetched(body.url, other)).status).toBe(404);
  expect((await server.request('GET', body.url.replace('/api/v1', ''))).status).toBe(401);
  // An image belongs to one message.
  expect((await post(body.url)).body.code).toBe('CHAT_IMAGE_EXPIRED');
});

test('an image whose room cannot be read now is not answered as missing', async () => {
  const closed = new pg.Pool();
  await closed.end();
  const images = { find: async () => ({ roomId: room, uploaderId: member.memberId, isSent: true }) };
  const deps = { db: createDatabase(closed), images } as unknown as ChatDependencies;
  const request = { caller: member, params: { id: 'f'.repeat(32) } };
  await expect(
    readChatImage(deps, request as unknown as Parameters<typeof readChatImage>[1]),
  ).rejects.toThrow('after calling end');
});

test('concurrent attempts of one message with an image store it once and all return it', async () => {
  const { body } = await upload(await picture(40, 30).png().toBuffer());
  const attempts = Array.from({ length: 8 }, () => post(body.url, { clientId: 'by-two-ways' }));
  const answers = await Promise.all(attempts);
  expect(answers.map(({ status }) => status)).toEqual(attempts.map(() => 201));
  expect(new Set(answers.map(({ body: { seq } }) => seq)).size).toBe(1);
  const another = await upload(await picture(40, 30).png().toBuffer());
  expect((await post(another.body.url, { clientId: 'by-two-ways' })).body.code).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
});

test('accepts a data URL up to 5 MB over HTTP and sockets and answers with a URL', async () => {
  const noise = Buffer.alloc(1_250 * 1_250 * 3, 0);
  for (let index = 0; index < noise.length; index += 1) noise[index] = (index * 2_654_435_761) >>> 24;
  const large = await sharp(noise, { raw: { width: 1_250, height: 1_250, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(4_500_000);
  const overHttp = await post(asDataUrl(large), { content: 'with words', clientId: 'large' });
  expect(overHttp).toMatchObject({ status: 201, body: { message: { content: 'with words' } } });
  expect((await fetched(overHttp.body.message.image, admin)).status).toBe(200);
  const again = await post(asDataUrl(large), { content: 'with words', clientId: 'large' });
  expect(again.body).toEqual(overHttp.body);
  const socket = await connected(socketTo(server.url, { token: member.token }));
  const bySocket = ackedMessage(await send(socket, room, '', { image: asDataUrl(large) }));
  expect(bySocket.image).toMatch(/^\/api\/v1\/chat\/images\/[0-9a-f]{32}$/);
  socket.disconnect();
});

test('refuses an image over 5 MB with the specification’s text, by every way of upload', async () => {
  const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1, 'x');
  const refusal = {
    status: 413,
    body: { error: 'Image size must be less than 5MB.', code: 'CHAT_IMAGE_TOO_LARGE' },
  };
  expect(await upload(tooLarge)).toMatchObject(refusal);
  expect(await post(asDataUrl(tooLarge))).toMatchObject(refusal);
  expect(await post(asDataUrl(Buffer.alloc(6_500_000)))).toMatchObject(refusal);
});

test('refuses hostile images or stores only their pixels', async () => {
  const before = (await stored()).length;
  const marker = '<script>alert("polyglot")</script>';
  const jpeg = await picture(20, 10)
    .withExif({ IFD0: { Artist: marker }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
    .jpeg()
    .toBuffer();
  const bomb = await picture(4, 4).png().toBuffer();
  const claiming = (width: number, height: number) => {
    const png = Buffer.from(bomb);
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${marker}</svg>`;
  const texts = [
    svg,
    `<?xml version="1.0"?>${svg}`,
    `\ufeff${svg}`,
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
    `<!doctype html>${marker}`,
    `GIF89a/*${marker}*/=1;`,
    `%PDF-1.7\n${marker}`,
    `PK\x03\x04${marker}`,
    `\xff\xd8\xff\xe0${marker}`,
    `\x89PNG\r\n\x1a\n${marker}`,
    `RIFF\x20\x00\x00\x00WEBPVP8 ${marker}`,
    `#!/bin/sh\n${marker}`,
  ].map((text) => Buffer.from(text, 'latin1'));
  const refused = [
    ...texts,
    claiming(60_000, 60_000),
    claiming(2 ** 31 - 1, 1),
    (await picture(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 200_000),
    await picture(4, 4).gif().toBuffer(),
    await picture(4, 4).tiff().toBuffer(),
  ];
  const cleaned = [
    jpeg,
    Buffer.concat([jpeg, Buffer.from(marker)]),
    Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), Buffer.from(marker)]),
    Buffer.concat([await picture(9, 9).png().toBuffer(), Buffer.from(marker)]),
  ];
  const types = ['image/png', 'image/svg+xml', 'text/html'];
  let tried = 0;
  for (const bytes of refused)
    for (const type of types.slice(0, 2)) {
      const answers = [await post(asDataUrl(bytes, type))];
      if (type === 'image/png') answers.push(await upload(bytes));
      for (const answer of answers)
        expect(answer, bytes.subarray(0, 40).toString('latin1')).toMatchObject({
          status: 422,
          body: { code: 'IMAGE_INVALID', error: 'Please upload a valid image file.' },
        });
      tried += answers.length;
    }
  expect((await stored()).length).toBe(before);
  for (const bytes of cleaned)
    for (const type of types) {
      const sent = await post(asDataUrl(bytes, type));
      expect(sent.status).toBe(201);
      const seen = Buffer.from((await fetched(sent.body.message.image, admin)).bytes);
      expect([seen.equals(bytes), seen.includes('script'), seen.includes('GPS')]).toEqual([
        false,
        false,
        false,
      ]);
      expect(seen.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      tried += 1;
    }
  expect(tried).toBeGreaterThanOrEqual(50);
  for (const file of await stored()) expect(file.includes('script')).toBe(false);
});

test.each([
  'https://elsewhere.example/cat.png',
  'data:image/png;base64,',
  'data:image/png;base64,%%%',
  'data:image/png,plain',
  `/api/v1/chat/images/${'0'.repeat(31)}`,
  `https://elsewhere.example/api/v1/upload/${'0'.repeat(32)}`,
  'file:///etc/passwd',
])('what is no image of ours is refused: %s', async (image) => {
  expect(await post(image)).toMatchObject({ status: 422, body: { code: 'IMAGE_INVALID' } });
});

test('refuses another member’s image, another room’s image and an ID photo, and a chat image as an ID photo', async () => {
  const bytes = await picture(8, 8).jpeg().toBuffer();
  const theirs = (await upload(bytes, other, `support-${other.memberId}`)).body.url;
  expect((await post(theirs)).body.code).toBe('CHAT_IMAGE_EXPIRED');
  expect((await upload(bytes, other)).status).toBe(404);
  const admins = (await upload(bytes, admin)).body.url;
  expect((await post(admins)).body.code).toBe('CHAT_IMAGE_EXPIRED');
  const elsewhere = (await upload(bytes, admin, `support-${other.memberId}`)).body.url;
  expect((await post(elsewhere, {}, admin)).body.code).toBe('CHAT_IMAGE_EXPIRED');
  const id = (await server.pool.query('select id from app.images where member_id = $1', [member.memberId]))
    .rows[0].id;
  expect((await fetched(`/api/v1/chat/images/${id}`, admin)).status).toBe(404);
  expect((await post(`/api/v1/chat/images/${id}`)).body.code).toBe('CHAT_IMAGE_EXPIRED');
  const images = createImageStore(createDatabase(server.pool), await openImageFiles(server.dataDir));
  const chatId = theirs.split('/').at(-1);
  await server.pool.query('update app.images set member_id = null where id = $1', [chatId]);
  expect(await images.claim(createDatabase(server.pool), chatId, member.memberId as never)).toBe(false);
});

test('counts images by every way of upload', async () => {
  const sender = await server.member({ active: true });
  const to = `support-${sender.memberId}`;
  const bytes = await picture(8, 8).jpeg().toBuffer();
  const { url } = (await upload(bytes, sender, to)).body;
  await useUpChatImages(server, sender);
  const answers = [await upload(bytes, sender, to), await post(asDataUrl(bytes), { orderId: to }, sender)];
  expect(answers.map(({ status }) => status)).toEqual([429, 429]);
  expect((await post(url, { orderId: to }, sender)).status).toBe(201);
});

test('limits the images of a member in a day, so that a few members cannot fill the disk', async () => {
  const sender = await server.member();
  const to = `support-${sender.memberId}`;
  const bytes = await picture(8, 8).jpeg().toBuffer();
  expect((await upload(bytes, sender, to)).status).toBe(201);
  await useUpChatImages(server, sender, ['chat-images-of-day', 500]);
  expect((await upload(bytes, sender, to)).status).toBe(429);
  await useUpChatImages(server, sender, ['chat-images-of-day', 499]);
  expect((await upload(bytes, sender, to)).status).toBe(201);
  expect((await post(asDataUrl(bytes), { orderId: to }, sender)).status).toBe(429);
});

test('sweeps an unsent image after an hour and keeps a sent one', async () => {
  const bytes = await picture(8, 8).jpeg().toBuffer();
  const [posted, left] = [(await upload(bytes)).body.url, (await upload(bytes)).body.url];
  await post(posted);
  await server.pool.query(`update app.images set created_at = now() - interval '2 hours'`);
  expect((await post(left)).body.code).toBe('CHAT_IMAGE_EXPIRED');
  await createImageStore(createDatabase(server.pool), await openImageFiles(server.dataDir)).sweep();
  expect([(await fetched(posted, member)).status, (await fetched(left, member)).status]).toEqual([200, 404]);
});
