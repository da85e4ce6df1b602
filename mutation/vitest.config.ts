import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.dirname(import.meta.dirname);

/** The tests of what is mutated. They run in a copy of the repository, so workspaces are found in the copy. */
export default defineConfig({
  root,
  resolve: { alias: [{ find: /^@matgyo\/([\w-]+)\/(.+)$/, replacement: `${root}/$1/src/$2.ts` }] },
  test: {
    include: [
      'ledger/**/*.test.ts',
      'contracts/src/roles.test.ts',
      'backend/src/platform/http/access.test.ts',
      'backend/src/**/*-policy.test.ts',
    ],
  },
});
