import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { failure } from '../http/request-failure.ts';
import { createWorkQueue } from '../http/work-queue.ts';

/** A stored image, always JPEG. */
export interface ReencodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const accepted: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** Input limit: 50 megapixels take 150 MB decoded. */
const pixelsMax = 50_000_000;
/** Output limit; an ID card stays readable. */
const sideMax = 2_400;
const decodeSeconds = 10;
/** Waiting work holds its file in memory, up to 10 MB each. */
const queued = createWorkQueue({ concurrentMax: 2, waitingMax: 24 });

sharp.cache(false);
// With two cores, two threads per image would leave none for other work.
sharp.concurrency(1);

/**
 * Decodes an image by its content, ignoring its declared type, and encodes it again, so no metadata and no hidden
 * data survive. Decodes only JPEG, PNG and WebP.
 *
 * @throws RequestFailure IMAGE_INVALID, UNAVAILABLE when too many are being decoded
 */
export async function reencoded(input: Buffer): Promise<ReencodedImage> {
  const type = await fileTypeFromBuffer(input.subarray(0, 4_100)).catch(() => undefined);
  if (type === undefined || !accepted.has(type.mime)) throw failure('IMAGE_INVALID');
  return queued(() => encode(input));
}

async function encode(input: Buffer): Promise<ReencodedImage> {
  try {
    const { data, info } = await sharp(input, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
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
