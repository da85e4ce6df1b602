import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';

export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;

/** An answer that is the same for everyone, compressed and hashed once. Revalidated at each use. */
export class StaticAnswer {
  readonly #bytes: Buffer;
  readonly #zipped: Buffer;
  readonly #etag: string;

  private constructor(bytes: Buffer, zipped: Buffer) {
    this.#bytes = bytes;
    this.#zipped = zipped;
    // Weak: the same for both encodings.
    this.#etag = `W/${etagOf(bytes)}`;
  }

  static async of(bytes: Buffer): Promise<StaticAnswer> {
    return new StaticAnswer(bytes, await promisify(gzip)(bytes));
  }

  /** `type`: a media type, or a file name. */
  send(ctx: Context, type: string): void {
    const zips = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    ctx.status = 200;
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('Accept-Encoding');
    ctx.set('ETag', this.#etag);
    if (ctx.get('If-None-Match').includes(this.#etag)) {
      ctx.status = 304;
      return;
    }
    if (zips) ctx.set('Content-Encoding', 'gzip');
    ctx.type = type;
    ctx.body = zips ? this.#zipped : this.#bytes;
  }
}
