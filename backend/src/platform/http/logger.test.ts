import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const program = `
  const { createLogger } = await import(${JSON.stringify(path.join(import.meta.dirname, 'logger.ts'))});
  const logger = createLogger('info');
  logger.info('first');
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (let line = 0; line < 50; line++) logger.info('x'.repeat(50_000));
  logger.fatal('last');
  process.stdout.write('goes on');
  process.exit(3);`;

// Writing to this device fails as on a full disk.
test.skipIf(process.platform !== 'linux')(
  'a log that cannot be written neither ends nor hangs the program',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
      timeout: 10_000,
    });
    const [output, [code]] = await Promise.all([
      text(child.stdout as NonNullable<typeof child.stdout>),
      once(child, 'exit'),
    ]);
    expect([output, code]).toEqual(['goes on', 3]);
  },
);
