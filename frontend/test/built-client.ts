import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { inOneWorker } from '../../test/database.ts';

const frontend = path.join(import.meta.dirname, '..');
const root = path.join(frontend, '..');
const cacheRoot = path.join(root, 'node_modules', '.cache');
const prefix = 'matgyo-web-client-';

/** All inputs of a build. */
const sources = [
  'frontend/index.html',
  'frontend/vite.config.ts',
  'frontend/vite',
  'frontend/src',
  'frontend/public',
  'contracts/src',
  'package-lock.json',
];

const buildMsMax = 120_000;
const keepMs = 24 * 3_600_000;

const run = promisify(execFile);

/** The folder of the built client, built once for the current sources, so that tests never see an old build. */
export function builtClient(): Promise<string> {
  built ??= inOneWorker('the web client', build);
  return built;
}

let built: Promise<string> | undefined;

async function build(): Promise<string> {
  const folder = path.join(cacheRoot, prefix + (await hashOfSources()));
  if (existsSync(folder)) return folder;
  await mkdir(cacheRoot, { recursive: true });
  await removeOld();
  const own = await mkdtemp(`${folder}-`);
  await buildInto(own);
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }));
  return folder;
}

async function buildInto(folder: string): Promise<void> {
  const vite = createRequire(import.meta.url).resolve('vite/package.json');
  // A process of its own: here NODE_ENV is 'test', with which React would be built for development.
  const { NODE_ENV: _test, ...environment } = process.env;
  await run(
    process.execPath,
    [
      path.join(path.dirname(vite), 'bin', 'vite.js'),
      'build',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    { cwd: frontend, env: environment, timeout: buildMsMax },
  );
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesIn(path.join(root, source))) {
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesIn(place: string): Promise<readonly string[]> {
  if (!(await stat(place)).isDirectory()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

/** Newer builds may be in use by another run. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(cacheRoot)) {
    const folder = path.join(cacheRoot, name);
    if (name.startsWith(prefix) && Date.now() - (await stat(folder)).mtimeMs > keepMs)
      await rm(folder, { recursive: true, force: true });
  }
}
