import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodes, errorTextOf } from '@matgyo/contracts/errors/index';
import { notificationCodes } from '@matgyo/contracts/notifications';
import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';

const page = await readFile(path.join(import.meta.dirname, '../../../../docs/http.md'), 'utf8');

const firstCell = /^\|[^|]*/gm;
const listItem = /^- .*/gm;

/** What the pattern finds in a section's list, or in the first column of its tables. */
function listed(section: string, entry: RegExp, pattern: RegExp): readonly string[] {
  const text = page.split('\n## ').find((part) => part.startsWith(`${section}\n`)) ?? '';
  const entries = text.match(entry) ?? [];
  return entries.flatMap((one) => [...one.matchAll(pattern)].map(([, found = '']) => found)).toSorted();
}

test('docs/http.md lists every status of an error', () => {
  const statuses = new Set(errorCodes.map((code) => String(errorTextOf(code).status)));
  expect(listed('Conventions', firstCell, /(\d{3})/g)).toEqual([...statuses].toSorted());
});

test('docs/http.md lists every notification', () => {
  expect(listed('Notifications', firstCell, /`(\w+)`/g)).toEqual(notificationCodes.toSorted());
});

test('docs/http.md lists every call that may ask for a step-up', async () => {
  const { endpoints } = await sharedTestServer();
  const guarded = endpoints
    .filter(({ errors }) => errors.includes('STEP_UP_REQUIRED'))
    .map(({ method, path: template }) => `${method} ${template.replace(/:(\w+)/g, '{$1}')}`);
  expect(listed('Step-up', listItem, /`([A-Z]+ [^`]+)`/g)).toEqual(guarded.toSorted());
});
