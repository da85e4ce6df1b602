import type { MemberId } from '@matgyo/contracts/ids';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { RequestFailure } from '../http/request-failure.ts';
import { jpegOfHiddenScans, jpegOfScans } from './hostile-images.fixture.ts';
import { reencoded, type Uploader } from './reencode.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#369' } });
const refusal = (input: Buffer): Promise<unknown> =>
  reencoded(input).then(
    () => 'accepted',
    (error) => (error instanceof RequestFailure ? error.code : error),
  );

/** A PNG whose header states this size, whatever its pixels are. */
async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const png = await picture(4, 4).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  const { crc32 } = await import('node:zlib');
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

describe('accepts by content', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('%s, converted to JPEG', async (format) => {
    const { bytes, width, height } = await reencoded(await picture(40, 30).toFormat(format).toBuffer());
    expect([bytes.subarray(0, 3).toString('hex'), width, height]).toEqual(['ffd8ff', 40, 30]);
  });

  test.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ],
    ['an SVG behind an XML declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a web page', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a JPEG in name only', '\xff\xd8\xff\xe0 not really'],
    ['nothing much', 'x'],
  ])('%s is refused', async (_, text) => {
    expect(await refusal(Buffer.from(text, 'latin1'))).toBe('IMAGE_INVALID');
  });

  test('a GIF and a TIFF are refused', async () => {
    expect(await refusal(await picture(4, 4).gif().toBuffer())).toBe('IMAGE_INVALID');
    expect(await refusal(await picture(4, 4).tiff().toBuffer())).toBe('IMAGE_INVALID');
  });

  test('a truncated image is refused', async () => {
    const whole = await picture(400, 400).png({ compressionLevel: 0 }).toBuffer();
    expect(await refusal(whole.subarray(0, whole.length / 2))).toBe('IMAGE_INVALID');
  });

  test('a small file with a huge declared size is refused before decoding', async () => {
    expect(await refusal(await pngClaiming(60_000, 60_000))).toBe('IMAGE_INVALID');
  });
});

describe('a progressive JPEG', () => {
  test('is refused if its scans would be decoded for minutes', async () => {
    expect(await refusal(jpegOfScans(3, 10))).toBe('accepted');
    expect(await refusal(jpegOfScans(63, 10))).toBe('IMAGE_INVALID');
    const filled = jpegOfScans(63, 10).toString('latin1').replaceAll('\xff\xda', '\xff\xff\xda');
    expect(await refusal(Buffer.from(filled, 'latin1'))).toBe('IMAGE_INVALID');
    expect(await refusal(jpegOfHiddenScans())).toBe('IMAGE_INVALID');
    const { data } = await sharp(jpegOfScans(63, 10)).raw().toBuffer({ resolveWithObject: true });
    expect(data).toHaveLength(8 * 8 * 3);
  });

  test('is refused if it takes too much memory', async () => {
    const claiming = jpegOfScans(1, 1);
    const size = claiming.indexOf(Buffer.from([0xff, 0xc2])) + 5;
    claiming.writeUInt16BE(6_000, size);
    claiming.writeUInt16BE(8_000, size + 2);
    await expect(reencoded(claiming)).rejects.toMatchObject({
      code: 'IMAGE_INVALID',
      cause: { message: 'too large to decode' },
    });
  });

  test('is accepted with other data behind it, such as a phone’s film', async () => {
    const film = Buffer.concat(Array(200).fill(Buffer.from([0xff, 0xda, 0, 8, 1, 2, 3, 4])));
    expect(await refusal(Buffer.concat([jpegOfScans(1, 1), film]))).toBe('accepted');
  });
});

test('a member’s image does not wait for those of visitors', async () => {
  const photo = await picture(1_000, 1_000).jpeg().toBuffer();
  const done: string[] = [];
  const visitors = Array.from({ length: 12 }, (_, network) =>
    reencoded(photo, { visitorsNetwork: `192.0.${network}` }).then(() => done.push('visitor')),
  );
  await reencoded(photo, { memberId: 'a' as MemberId }).then(() => done.push('member'));
  await Promise.all(visitors);
  // On a busy machine some of the visitors', which are decoded one at a time, may be done before.
  expect(done.indexOf('member')).toBeLessThan(8);
});

describe('takes at a time', () => {
  const taken = async (uploaders: readonly Uploader[]) => {
    const photo = await picture(400, 400).jpeg().toBuffer();
    const sent = uploaders.map((from) =>
      reencoded(photo, from).then(
        () => 'accepted',
        (error: RequestFailure) => error.code,
      ),
    );
    const accepted = (await Promise.all(sent)).filter((outcome) => outcome === 'accepted');
    return accepted.length;
  };

  test('of one network eight visitors’ images, and of all 26', async () => {
    expect(await taken(Array(10).fill({ visitorsNetwork: '198.51.100' }))).toBe(8);
    expect(
      await taken(Array.from({ length: 40 }, (_, network) => ({ visitorsNetwork: `203.0.${network}` }))),
    ).toBe(26);
  });

  test('of one member eight images, so that those of others are not refused', async () => {
    const greedy = Array(40).fill({ memberId: 'a' });
    expect(await taken([...greedy, { memberId: 'b' as MemberId }])).toBe(9);
  });
});

test('only the pixels survive: no metadata and no appended data', async () => {
  const photo = await picture(20, 10)
    .withExif({ IFD0: { Artist: 'hong gildong' }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
    .jpeg()
    .toBuffer();
  const { bytes } = await reencoded(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]));
  const { exif, icc, xmp, iptc } = await sharp(bytes).metadata();
  expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
  expect(bytes.includes('script')).toBe(false);
  expect(bytes.includes('hong')).toBe(false);
});

test('applies a photo’s orientation and scales a large one down', async () => {
  const sideways = await picture(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await reencoded(sideways)).toMatchObject({ width: 20, height: 60 });
  expect(await reencoded(await picture(4_800, 100).jpeg().toBuffer())).toMatchObject({
    width: 2_400,
    height: 50,
  });
});
