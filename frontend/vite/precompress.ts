import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

/** Below this a compressed copy saves less than its headers cost. */
const bytesMin = 512;

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

/** Writes `.br` and `.gz` beside every text file of the output folder, so that serving it costs no compression. */
export function precompress(): Plugin {
  return {
    name: 'matgyo:precompress',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }) {
        if (dir === undefined) throw new Error('the build has no output folder');
        const files = await readdir(dir, { recursive: true });
        for (const name of files.filter((file) => compressible.test(file))) {
          const path = join(dir, name);
          const content = await readFile(path);
          if (content.length < bytesMin) continue;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          };
          await writeFile(`${path}.br`, await withBrotli(content, { params }));
          await writeFile(`${path}.gz`, await withGzip(content, { level: 9 }));
        }
      },
    },
  };
}
