import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { failure } from '../http/request-failure.ts';
import { createWorkQueue } from '../http/work-queue.ts';

/** What is stored: JPEG, whatever came in. */
export interface ReencodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const accepted: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** Of a picture as it comes in: 50 megapixels are 150 MB decoded. */
const mostPixels = 50_000_000;
/** Of a picture as it is kept; an ID card stays readable. */
const longestSide = 2_400;
const decodeSeconds = 10;
/** Those who wait hold their file in memory, up to 10 MB each. */
const inTurn = createWorkQueue({ atOnce: 2, mostWaiting: 24 });

sharp.cache(false);
// Two cores: one picture at a time on each would leave none for anything else.
sharp.concurrency(1);

/**
 * Decodes an image by its content, whatever it calls itself, and encodes it anew: nothing of the original file
 * survives, neither metadata nor anything hidden behind the pixels. Only JPEG, PNG and WebP are decoded at all.
 *
 * @throws RequestFailure IMAGE_INVALID, UNAVAILABLE when too many are being decoded
 */
export async function reencoded(input: Buffer): Promise<ReencodedImage> {
  const type = await fileTypeFromBuffer(input.subarray(0, 4_100)).catch(() => undefined);
  if (type === undefined || !accepted.has(type.mime)) throw failure('IMAGE_INVALID');
  return inTurn(() => encode(input));
}

async function encode(input: Buffer): Promise<ReencodedImage> {
  try {
    const { data, info } = await sharp(input, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    throw failure('IMAGE_INVALID', undefined, { cause });
  }
}
