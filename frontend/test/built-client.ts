import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const frontend = path.join(import.meta.dirname, '..');
const root = path.join(frontend, '..');
const cacheRoot = path.join(root, 'node_modules', '.cache');
const prefix = 'matgyo-web-client-';

/** Everything a build is made of. */
const sources = [
  'frontend/index.html',
  'frontend/vite.config.ts',
  'frontend/vite',
  'frontend/src',
  'frontend/public',
  'contracts/src',
  'package-lock.json',
];

const buildWithinMs = 120_000;
const keepForMs = 24 * 3_600_000;

const run = promisify(execFile);

/** The folder of the built client, built once for the current sources, so that tests never see an old build. */
export function builtClient(): Promise<string> {
  built ??= build();
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
  // A process of its own: in this one NODE_ENV says test, and React would be built for developing.
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
    { cwd: frontend, env: environment, timeout: buildWithinMs },
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

/** Another run may be using a younger one. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(cacheRoot)) {
    const folder = path.join(cacheRoot, name);
    if (name.startsWith(prefix) && Date.now() - (await stat(folder)).mtimeMs > keepForMs)
      await rm(folder, { recursive: true, force: true });
  }
}
