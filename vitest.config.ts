import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { testAll } from './test/test-all.ts';

/** `vitest run backend/` runs those of one workspace. */
const folders = ['contracts', 'ledger', 'event-store', 'projections', 'backend', 'frontend', 'test'];
/** These get a process each: see `test/real-timers.ts`. */
const withFakeTimers = '**/*.fake-timers.test.ts';

export default defineConfig({
  test: {
    // Processes, not threads: the kernel ends a database together with the thread that started it.
    pool: 'forks',
    // A worker goes from file to file and keeps what it has imported and started: see `sharedTestServer`.
    isolate: false,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // One more than cores: many tests wait for a database, a browser or a program.
    maxWorkers: availableParallelism() + 1,
    globalSetup: './test/global-setup.ts',
    // Bounds, not expectations: a busy machine takes many times as long.
    testTimeout: testAll ? 600_000 : 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    // A second, which is what it would be, is not enough on a busy machine.
    expect: { poll: { timeout: 30_000, interval: 25 } },
    projects: [
      // One for all workspaces: a worker ends with its project, and with it the application and the browser it shares.
      {
        extends: true as const,
        test: {
          name: 'all',
          include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...configDefaults.exclude, withFakeTimers],
          setupFiles: './test/real-timers.ts',
        },
      },
      { extends: true as const, test: { name: 'fake timers', include: [withFakeTimers], isolate: true } },
    ],
  },
});
