import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { type Fate, hostileImages, payload } from './hostile-images.fixture.ts';

const server = await sharedTestServer();

const answers: Readonly<Record<Fate, readonly [status: number, code: string | undefined]>> = {
  refused: [422, 'IMAGE_INVALID'],
  'too large': [413, 'TOO_LARGE'],
  'nothing sent': [422, 'IMAGE_REQUIRED'],
  cleaned: [201, undefined],
};

const filesBelow = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const imageFiles = () => filesBelow(path.join(server.dataDir, 'images'));
const rows = async (): Promise<number> =>
  (await server.pool.query<{ count: number }>('select count(*)::int as count from app.images')).rows[0]
    ?.count ?? -1;

/** Traces that a re-encoded image never has: other formats, metadata, profiles, the payload. */
const traces = ['canary', 'script', 'PK\x03\x04', '<?php', 'Exif\0', 'ns.adobe.com', 'ICC_PROFILE', 'evIl'];

describe(`${hostileImages.length} hostile images`, () => {
  test.each(hostileImages)('$name: $fate', async ({ make, fate }) => {
    const sent = await make();
    // One address may upload sixty per hour.
    await server.pool.query('truncate app.rate_limits');
    const [before, rowsBefore] = [new Set(await imageFiles()), await rows()];
    const file = { field: 'file', bytes: Uint8Array.from(sent), type: 'image/jpeg' };
    const { status, body } = await server.request('POST', '/upload', { form: { fields: {}, file } });
    expect([status, body.code]).toEqual(answers[fate]);

    const added = (await imageFiles()).filter((name) => !before.has(name));
    expect([added.length, (await rows()) - rowsBefore]).toEqual(fate === 'cleaned' ? [1, 1] : [0, 0]);
    for (const name of added) await expectClean(await readFile(name), sent);
  });

  test('leave no temporary file behind', async () => {
    expect((await imageFiles()).filter((name) => !/[0-9a-f]{32}\.jpg$/.test(name))).toEqual([]);
    // A parser of forms that wrote uploads to files would write them to the temporary folder itself.
    const temporary = (await readdir(tmpdir(), { withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const files = [...(await filesBelow(server.dataDir)), ...temporary];
    // Other programs' temporary files may be gone by now.
    const contents = await Promise.all(files.map((name) => readFile(name).catch(() => '')));
    const marked = contents.map((content) => content.includes('canary'));
    expect(marked).not.toContain(true);
  });

  test('match their names', async () => {
    const made = async (name: string): Promise<Buffer> => {
      const image = hostileImages.find((one) => one.name === name);
      if (image === undefined) throw new Error(`no image has the name ${name}`);
      return image.make();
    };
    for (const name of ['a JPEG with names and a position', 'a PNG with a script as its text'])
      expect((await made(name)).includes(payload), name).toBe(true);
    expect(await sharp(await made('a JPEG in CMYK')).metadata()).toMatchObject({ space: 'cmyk' });
    expect(await sharp(await made('a PNG of 16 bit')).metadata()).toMatchObject({ depth: 'ushort' });
    expect(await sharp(await made('an animated WebP')).metadata()).toMatchObject({ pages: 3 });
    expect((await sharp(await made('a JPEG with a colour profile')).metadata()).icc).toBeDefined();
    expect((await sharp(await made('a JPEG with XMP')).metadata()).xmp).toBeDefined();
    expect((await made('a PNG of 400 megapixels in 50 kB')).length).toBeLessThan(60_000);
    const whole = sharp(await made('a PNG of 400 megapixels in 50 kB'), { limitInputPixels: false });
    expect(await whole.metadata()).toMatchObject({ width: 20_000, height: 20_000 });
  });
});

async function expectClean(stored: Buffer, sent: Buffer): Promise<void> {
  expect(stored.equals(sent)).toBe(false);
  expect(stored.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  // Nothing follows the image.
  expect(stored.subarray(-2).toString('hex')).toBe('ffd9');
  const { format, pages, space, channels, width, height, exif, icc, xmp, iptc, orientation } =
    await sharp(stored).metadata();
  expect({ format, pages, space, channels }).toEqual({
    format: 'jpeg',
    pages: undefined,
    space: 'srgb',
    channels: 3,
  });
  expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined));
  expect(Math.max(width, height)).toBeLessThanOrEqual(2_400);
  const text = stored.toString('latin1');
  expect(traces.filter((trace) => text.includes(trace))).toEqual([]);
}
