import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/**
 * The outcome of an upload: `refused` without storing anything; `too large`, so not read; `nothing sent`; `cleaned`:
 * only the pixels are stored, encoded again.
 */
export type Fate = 'refused' | 'too large' | 'nothing sent' | 'cleaned';

export interface HostileImage {
  readonly name: string;
  readonly fate: Fate;
  make(): Promise<Buffer>;
}

/** In every part of a file that must not be stored: metadata, comments, appended data. */
export const payload = '<script>alert("canary-3141592653")</script>';
const position = '37/1 33/1 59/1';

const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#369' } });
const jpeg = () => plain().jpeg().toBuffer();
const png = () => plain().png().toBuffer();
/** Hardly compressible, so that half of the file is half of the image. */
const noisy = () => sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } });

const text = (content: string): Promise<Buffer> => Promise.resolve(Buffer.from(content, 'latin1'));
const hex = (...parts: string[]): Promise<Buffer> =>
  Promise.resolve(Buffer.from(parts.join('').replaceAll(' ', ''), 'hex'));
const followedBy = async (picture: Promise<Buffer>, ...rest: (Buffer | string)[]): Promise<Buffer> =>
  Buffer.concat([await picture, ...rest.map((part) => Buffer.from(part as string))]);
const firstHalf = async (picture: Promise<Buffer>): Promise<Buffer> => {
  const whole = await picture;
  return whole.subarray(0, Math.floor(whole.length / 2));
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const headerEnd = 33;
/** A PNG with additional chunks after its header. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const whole = await png();
  return Buffer.concat([whole.subarray(0, headerEnd), ...chunks, whole.subarray(headerEnd)]);
}

/** A PNG whose header states a wrong size. */
async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const whole = await png();
  whole.writeUInt32BE(width, 16);
  whole.writeUInt32BE(height, 20);
  whole.writeUInt32BE(crc32(whole.subarray(12, 29)), 29);
  return whole;
}

/** A valid PNG of one colour: 400 megapixels in about 50 kB. */
function pngBomb(side: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 9 });
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Promise.resolve(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]));
}

/** 30 MB of zeros, compressed. */
const zipBomb = () => deflateSync(Buffer.alloc(30 * 1024 * 1024), { level: 9 });

/** A JPEG with an additional segment after its first two bytes. */
async function jpegWith(marker: number, data: Buffer): Promise<Buffer> {
  const whole = await jpeg();
  const segment = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]);
  return Buffer.concat([whole.subarray(0, 2), segment, data, whole.subarray(2)]);
}

/** A JPEG whose frame states a wrong size. */
async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const whole = await jpeg();
  const frame = whole.indexOf(Buffer.from([0xff, 0xc0]));
  whole.writeUInt16BE(height, frame + 5);
  whole.writeUInt16BE(width, frame + 7);
  return whole;
}

/** An extended WebP with the largest possible canvas. */
async function webpClaimingMost(): Promise<Buffer> {
  const whole = await plain()
    .withExif({ IFD0: { Artist: 'x' } })
    .webp()
    .toBuffer();
  whole.writeUIntLE(16_382, whole.indexOf('VP8X') + 12, 3);
  whole.writeUIntLE(16_382, whole.indexOf('VP8X') + 15, 3);
  return whole;
}

const frames = async (): Promise<Buffer> => {
  const pages = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 10, height: 10, channels: 3, background } })
        .raw()
        .toBuffer(),
    ),
  );
  return Buffer.concat(pages);
};
const animated = async () =>
  sharp(await frames(), { raw: { width: 10, height: 30, channels: 3, pageHeight: 10 } });

const zip = Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.from(payload)]);
const exif = { IFD0: { Artist: payload, ImageDescription: payload }, IFD3: { GPSLatitude: position } };
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${payload}</rdf:RDF></x:xmpmeta>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${payload}</svg>`;
const svgWithEntity = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY file SYSTEM "file:///etc/hostname">]><svg xmlns="http://www.w3.org/2000/svg"><text>&file;</text></svg>`;

const all = (fate: Fate, files: Readonly<Record<string, () => Promise<Buffer>>>): readonly HostileImage[] =>
  Object.entries(files).map(([name, make]) => ({ name, fate, make }));

const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
const zeros = (count: number): number[] => Array(count).fill(0);
const scan = (component: number, [first, last]: readonly [number, number], bits: number) =>
  segment(0xda, 1, component, 0, first, last, bits);
/** Of a progressive JPEG up to its first scan: one code for DC, "no difference", and one for AC, "end of block". */
const progressive = (side: number, components: number) => [
  ...[0xff, 0xd8, ...segment(0xdb, 0, ...Array<number>(64).fill(1))],
  ...segment(
    ...([0xc2, 8, 0, side, 0, side, components] as const),
    ...Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat(),
  ),
  ...[...segment(0xc4, 0, 1, ...zeros(15), 0), ...segment(0xc4, 0x10, 1, ...zeros(15), 0)],
];
/** A range of coefficients in as many scans as they have bits. */
const scansOf = (component: number, range: readonly [number, number], bits: number, data: number) =>
  Array.from({ length: bits }, (_, bit) => bits - 1 - bit).flatMap((low) => [
    ...scan(component, range, (low === bits - 1 ? 0 : (low + 1) << 4) | low),
    data,
  ]);

/** A valid JPEG of 8 × 8 pixels with 3 + 3 × coefficients × bits scans. */
export function jpegOfScans(coefficients: number, bits: number): Buffer {
  const components = [1, 2, 3];
  const step = Math.floor(63 / coefficients);
  const ranges = Array.from({ length: coefficients }, (_, index) => {
    const first = 1 + index * step;
    return [first, index === coefficients - 1 ? 63 : first + step - 1] as const;
  });
  return Buffer.from([
    ...progressive(8, 3),
    ...components.flatMap((component) => [...scan(component, [0, 0], 0), 0x7f]),
    ...components.flatMap((component) => ranges.flatMap((range) => scansOf(component, range, bits, 0x7f))),
    ...[0xff, 0xd9],
  ]);
}

/** 693 scans behind a marker that looks like a segment of 65 kB; libjpeg, which expects a restart there, only drops it. */
export function jpegOfHiddenScans(): Buffer {
  const hidden = Array.from({ length: 63 }, (_, index) => index + 1).flatMap((at) =>
    scansOf(1, [at, at], 11, 0x0f),
  );
  const behind = [...segment(0xdd, 0, 0), ...hidden, 0xff, 0xd9];
  return Buffer.from([
    ...[...progressive(16, 1), ...segment(0xdd, 0, 2), ...scan(1, [0, 0], 0), 0x3f],
    ...[0xff, 0x02, 0xfe, 0xfe, ...behind, ...zeros(0xfe_fe - 2 - behind.length)],
  ]);
}

export const hostileImages: readonly HostileImage[] = [
  ...all('nothing sent', { 'no bytes at all': () => text('') }),
  ...all('too large', {
    'a byte more than 10 MB': () => followedBy(jpeg(), Buffer.alloc(10 * 1024 * 1024 + 1)),
  }),
  ...all('refused', {
    'an SVG with a script': () => text(svg),
    'an SVG that includes a file of the server': () => text(svgWithEntity),
    'a compressed SVG': () => Promise.resolve(gzipSync(svg)),
    'a web page': () => text(`<!doctype html>${payload}`),
    'a JPEG of 1,893 scans': () => Promise.resolve(jpegOfScans(63, 10)),
    'a PDF': () => text(`%PDF-1.7\n1 0 obj <</OpenAction (${payload})>>`),
    'a ZIP': () => Promise.resolve(zip),
    'a program': () => hex('7f454c46 02010100 00000000 00000000', '00'.repeat(64)),
    'a shell script': () => text('#!/bin/sh\nrm -rf /'),
    JSON: () => text('{"image":true}'),
    'a data URL': async () => text(`data:image/png;base64,${(await png()).toString('base64')}`),
    'one byte': () => hex('ff'),
    noise: () => Promise.resolve(randomBytes(100_000)),
    'a GIF': () => plain().gif().toBuffer(),
    'an animated GIF': async () => (await animated()).gif().toBuffer(),
    'a GIF that is a script too': () => text(`GIF89a/*${'x'.repeat(200)}*/=1;alert(1)`),
    'a TIFF': () => plain().tiff().toBuffer(),
    'an AVIF': () => plain(8, 8).avif({ effort: 0 }).toBuffer(),
    'a BMP': () =>
      hex('424d 46000000 00000000 36000000 28000000 02000000 02000000 0100 1800', '00'.repeat(44)),
    'an icon': () => hex('00000100 0100 1010 00000100 2000 68040000 16000000', '00'.repeat(64)),
    'a HEIC': () => hex('00000018 66747970 68656963 00000000 68656963 6d696631', '00'.repeat(64)),
    'a JPEG XL': () => hex('0000000c 4a584c20 0d0a870a', '00'.repeat(64)),
    'a Photoshop file': () =>
      hex('38425053 0001 000000000000 0003 00000002 00000002 0008 0003', '00'.repeat(64)),
    'a film': () => hex('00000018 66747970 69736f6d 00000200 69736f6d 69736f32', '00'.repeat(64)),
    'the first bytes of a PNG': () => hex('89504e470d0a1a0a'),
    'the first bytes of a JPEG': () => hex('ffd8ffe0'),
    'the first bytes of a WebP': () => hex('52494646 24000000 57454250 56503820'),
    'a JPEG in name only': () => text(`\xff\xd8\xff\xe0 ${payload}`),
    'half a PNG': () => firstHalf(noisy().png().toBuffer()),
    'half a JPEG': () => firstHalf(noisy().jpeg().toBuffer()),
    'half a WebP': () => firstHalf(noisy().webp().toBuffer()),
    'a PNG that claims 3,600 megapixels': () => pngClaiming(60_000, 60_000),
    'a PNG that claims the largest size of its header': () => pngClaiming(2 ** 31 - 1, 2 ** 31 - 1),
    'a PNG that claims no pixels': () => pngClaiming(0, 0),
    'a PNG that claims more rows than it has': () => pngClaiming(40, 3_000),
    'a PNG of 400 megapixels in 50 kB': () => pngBomb(20_000),
    'a JPEG that claims 4,295 megapixels': () => jpegClaiming(65_535, 65_535),
    'a WebP that claims 268 megapixels': webpClaimingMost,
  }),
  ...all('cleaned', {
    'a JPEG that is a ZIP too': () => followedBy(jpeg(), zip),
    'a JPEG that is a web page too': () => followedBy(jpeg(), payload),
    'a PNG that is a program too': () => followedBy(png(), `<?php ${payload} ?>`),
    'a PNG with another one behind it': async () => followedBy(png(), await png(), payload),
    'a JPEG with a script as its comment': () => jpegWith(0xfe, Buffer.from(payload)),
    'a JPEG with a script as a segment of its own': () => jpegWith(0xef, Buffer.from(payload)),
    'a PNG with a script as its text': () => pngWith(chunk('tEXt', Buffer.from(`Comment\0${payload}`))),
    'a PNG whose text swells to 30 MB': () =>
      pngWith(chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zipBomb()]))),
    'a PNG whose colour profile swells to 30 MB': () =>
      pngWith(chunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), zipBomb()]))),
    'a PNG with an unknown chunk': () => pngWith(chunk('evIl', Buffer.from(payload))),
    'a JPEG with names and a position': () => plain().withExif(exif).jpeg().toBuffer(),
    'a sideways JPEG with a position': () =>
      plain().withExif(exif).withMetadata({ orientation: 6, exif }).jpeg().toBuffer(),
    'a PNG with names and a position': () => plain().withExif(exif).png().toBuffer(),
    'a WebP with names and a position': () => plain().withExif(exif).webp().toBuffer(),
    'a JPEG with XMP': () => plain().withXmp(xmp).jpeg().toBuffer(),
    'a JPEG with a colour profile': () => plain().withIccProfile('p3').jpeg().toBuffer(),
    'a JPEG in CMYK': () => plain().toColourspace('cmyk').jpeg().toBuffer(),
    'a PNG of 16 bit': () => plain().toColourspace('rgb16').png().toBuffer(),
    'a grey PNG of 16 bit': () => plain().toColourspace('grey16').png().toBuffer(),
    'a PNG with a palette and nothing behind it': () =>
      plain().ensureAlpha(0).png({ palette: true }).toBuffer(),
    'an interlaced PNG': () => plain().png({ progressive: true }).toBuffer(),
    'a progressive JPEG': () => plain().jpeg({ progressive: true }).toBuffer(),
    'an animated WebP': async () => (await animated()).webp().toBuffer(),
    'one pixel': () => plain(1, 1).png().toBuffer(),
    'a very long line': () => plain(30_000, 1).jpeg().toBuffer(),
  }),
];
