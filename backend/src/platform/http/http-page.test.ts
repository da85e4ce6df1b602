import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodes, errorTextOf } from '@matgyo/contracts/errors/index';
import { notificationCodes } from '@matgyo/contracts/notifications';
import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';

const page = await readFile(path.join(import.meta.dirname, '../../../../docs/http.md'), 'utf8');

/** What the pattern finds in the first column of a section's tables. */
function firstColumn(section: string, pattern: RegExp): readonly string[] {
  const text = page.split('\n## ').find((part) => part.startsWith(`${section}\n`)) ?? '';
  const cells = text.match(/^\|[^|]*/gm) ?? [];
  return cells.flatMap((cell) => [...cell.matchAll(pattern)].map(([, found = '']) => found)).toSorted();
}

test('docs/http.md lists every status of an error', () => {
  const statuses = new Set(errorCodes.map((code) => String(errorTextOf(code).status)));
  expect(firstColumn('Conventions', /(\d{3})/g)).toEqual([...statuses].toSorted());
});

test('docs/http.md lists every notification', () => {
  expect(firstColumn('Notifications', /`(\w+)`/g)).toEqual(notificationCodes.toSorted());
});

test('docs/http.md lists every call that may ask for a step-up', async () => {
  const { endpoints } = await sharedTestServer();
  const guarded = endpoints
    .filter(({ errors }) => errors.includes('STEP_UP_REQUIRED'))
    .map(({ method, path: template }) => `${method} ${template.replace(/:(\w+)/g, '{$1}')}`);
  expect(firstColumn('Step-up', /`([A-Z]+ [^`]+)`/g)).toEqual(guarded.toSorted());
});
