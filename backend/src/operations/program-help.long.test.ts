import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import workspace from '../../../package.json' with { type: 'json' };

const run = promisify(execFile);
test.each(['replay', 'migrate', 'backup'] as const)(
  '%s --help prints its usage, exits with 0 and does nothing else',
  async (name) => {
    const [, file = ''] = workspace.scripts[name].split(' ');
    const root = path.join(import.meta.dirname, '../../..');
    // Where no installation is, and no database.
    const env = {
      ...process.env,
      DATA_DIR: path.join(tmpdir(), 'nowhere'),
      DATABASE_URL: 'postgres://program@127.0.0.1:1/none',
    };
    const { stdout, stderr } = await run(process.execPath, [path.join(root, file), '--help'], { env });
    expect(stdout).toContain(`usage: npm run ${name}`);
    expect(stderr).toBe('');
  },
);
