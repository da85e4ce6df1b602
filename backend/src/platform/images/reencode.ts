import type { MemberId } from '@matgyo/contracts/ids';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { failure } from '../http/request-failure.ts';
import { createWorkQueue, createWorkQueues } from '../http/work-queue.ts';

export type Uploader = { readonly memberId: MemberId } | { readonly visitorsNetwork: string };

/** A stored image, always JPEG. */
export interface ReencodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const accepted: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** Input limits: of the pixels, and of the memory for decoding them. */
const pixelsMax = 50_000_000;
const decodedBytesMax = 200_000_000;
/** Each scan of a progressive JPEG goes over the whole image. Encoders make about ten. */
const scansMax = 100;
/** Output limit; an ID card stays readable. */
const sideMax = 2_400;
const decodeSeconds = 10;
/** Waiting work holds its file in memory, up to 10 MB each. */
const waitingMax = 25;
const queued = createWorkQueue({ concurrentMax: 2, waitingMax });
/** Visitors leave a processor to the members. */
const visitorsQueued = createWorkQueue({ concurrentMax: 1, waitingMax });
/** One member, or visitors of one network, cannot fill the queue. */
const ofOne = createWorkQueues({ concurrentMax: 8, waitingMax: 0 });

sharp.cache(false);
// With two cores, two threads per image would leave none for other work.
sharp.concurrency(1);

/**
 * Decodes an image by its content, ignoring its declared type, and encodes it again, so no metadata and no hidden
 * data survive. Decodes only JPEG, PNG and WebP. Without `from` it is the program's own.
 *
 * @throws RequestFailure IMAGE_INVALID, UNAVAILABLE when too many are being decoded
 */
export async function reencoded(input: Buffer, from?: Uploader): Promise<ReencodedImage> {
  const type = await fileTypeFromBuffer(input.subarray(0, 4_100)).catch(() => undefined);
  if (type === undefined || !accepted.has(type.mime)) throw failure('IMAGE_INVALID');
  if (type.mime === 'image/jpeg' && hasTooManyScans(input)) throw failure('IMAGE_INVALID');
  const work = () => queued(() => encode(input));
  if (from === undefined) return work();
  return 'memberId' in from
    ? ofOne(from.memberId, work)
    : ofOne(from.visitorsNetwork, () => visitorsQueued(work));
}

async function encode(input: Buffer): Promise<ReencodedImage> {
  try {
    const image = sharp(input, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 });
    if (decodedBytes(await image.metadata()) > decodedBytesMax) throw new RangeError('too large to decode');
    const { data, info } = await image
      .autoOrient()
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    throw failure('IMAGE_INVALID', undefined, { cause });
  }
}

/**
 * Progressive and interlaced images are held whole: in JPEG two bytes a coefficient, in PNG beside what is drawn from
 * them.
 */
const decodedBytes = ({ width, height, channels, depth, isProgressive }: Metadata): number =>
  width * height * channels * (depth === 'uchar' ? 1 : 2) * (isProgressive ? 2 : 1);

/** Counts the scans up to the end of the image; other data may follow it. */
function hasTooManyScans(jpeg: Buffer): boolean {
  let scans = 0;
  let at = 2;
  while (at >= 0 && at + 4 <= jpeg.length && scans <= scansMax) {
    const marker = jpeg[at] === 0xff ? jpeg[at + 1] : undefined;
    if (marker === 0xd9) break;
    if (marker === 0xda) scans += 1;
    at = nextMarker(jpeg, at, marker);
  }
  return scans > scansMax;
}

/** Where the next marker may be; negative: there is none. */
function nextMarker(jpeg: Buffer, at: number, marker: number | undefined): number {
  // Compressed data, in which a stuffed zero or a restart follows 0xff; a fill byte before a marker. Other markers
  // without a meaning are passed over as libjpeg does, which then reads what follows them.
  if (marker === undefined) return jpeg.indexOf(0xff, at);
  if (marker === 0xff) return at + 1;
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) return at + 2;
  return at + 2 + jpeg.readUInt16BE(at + 2);
}
