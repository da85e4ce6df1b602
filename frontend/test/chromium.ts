import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser } from 'playwright-core';

/*
 * The browser is a compressed archive in an npm package, for Linux on x64 only. It is unpacked once per version into
 * node_modules/.cache with its libraries and fonts, so that a machine needs nothing but npm. On other systems, set
 * CHROMIUM to the path of an installed browser.
 */

const require = createRequire(import.meta.url);
const packageFolder = path.dirname(path.dirname(require.resolve('@sparticuz/chromium')));
const cacheRoot = path.join(path.dirname(path.dirname(packageFolder)), '.cache');

/** The package's own flags make pages share storage, and closing one page ends the browser; these are all it needs. */
const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];
const unoptimised = '--js-flags=--no-opt,--no-maglev';

/** Without fonts text is invisible, and every contrast check passes. */
const fontConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;

async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = path.join(cacheRoot, `matgyo-chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cacheRoot, { recursive: true });
  // Two test files may start at once: each unpacks its own copy, and the first one done renames it to the final folder.
  const own = await mkdtemp(`${folder}-`);
  await unpackInto(own);
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }));
  return folder;
}

/** The package only unpacks into the temporary folder, so TMPDIR is set to `folder` meanwhile. */
async function unpackInto(folder: string): Promise<void> {
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await inflate(path.join(packageFolder, 'bin', 'al2023.tar.br'));
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
}

/** Atomic, because another test's browser may be reading the file. */
async function writeIfChanged(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  const own = `${file}-${process.pid}`;
  await writeFile(own, text);
  await rename(own, file);
}

/** `optimises: false` is faster for pages closed before the optimiser pays off. */
export async function launchChromium({ optimises = true } = {}): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const args = optimises ? flags : [...flags, unoptimised];
  const installed = process.env['CHROMIUM'];
  if (installed !== undefined) return chromium.launch({ executablePath: installed, args });
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The packed browser is for Linux on x64: set CHROMIUM to the path of an installed one.');
  const folder = await unpacked();
  const fontConfigFile = path.join(folder, 'fonts.conf');
  await writeIfChanged(fontConfigFile, fontConfiguration(folder));
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: fontConfigFile,
    },
  });
}
