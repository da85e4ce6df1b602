import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { testAll } from './test/test-all.ts';

/** `vitest run backend/` runs those of one workspace. */
const folders = ['contracts', 'ledger', 'event-store', 'projections', 'backend', 'frontend', 'test'];
/** These get a process each: see `test/real-timers.ts`. */
const withFakeTimers = '**/*.fake-timers.test.ts';
/** Their components are JSX, which Node does not read. */
const ofWebClient = 'frontend/src/**/*.test.ts';
/** `npm test` leaves these out, `npm run test:long` runs only these. */
const long = '**/*.long.test.ts';

/** A test that fails once and then passes is reported, but does not refuse a change. */
const isCi = process.env['CI'] !== undefined;
const flakyTests: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      console.warn(`Passed only when run again: ${test.module.relativeModuleId}, ${test.fullName}`);
  },
};

/**
 * One project for all workspaces: a worker ends with its project, and with it the application and the browser that its
 * files share.
 */
const sharing = (
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  viteModuleRunner = false,
) => ({
  extends: true as const,
  test: {
    name,
    include: [...include],
    exclude: [...configDefaults.exclude, withFakeTimers, ...exclude],
    setupFiles: './test/real-timers.ts',
    experimental: { viteModuleRunner },
  },
});

export default defineConfig({
  test: {
    // Processes, not threads: the kernel ends a database together with the thread that started it.
    pool: 'forks',
    // A worker goes from file to file and keeps what it has imported and started: see `sharedTestServer`.
    isolate: false,
    // Files run as they are: Node drops their types in less time than Vite takes to transform them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // One more than cores: many tests wait for a database, a browser or a program.
    maxWorkers: availableParallelism() + 1,
    globalSetup: './test/global-setup.ts',
    // Bounds, not expectations: a busy machine takes many times as long.
    testTimeout: testAll ? 600_000 : 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 30_000,
    retry: isCi ? 1 : 0,
    reporters: ['default', flakyTests],
    // A second, which is what it would be, is not enough either.
    expect: { poll: { timeout: 60_000, interval: 25 } },
    projects: [
      sharing(
        'short',
        folders.map((folder) => `${folder}/**/*.test.ts`),
        [long, ofWebClient],
      ),
      sharing('long', [long], []),
      sharing('web client', [ofWebClient], [], true),
      { extends: true as const, test: { name: 'fake timers', include: [withFakeTimers], isolate: true } },
    ],
  },
});
