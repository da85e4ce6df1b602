import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { WaitingApproval } from './waiting-approval.tsx';

test('a request whose time is up does not wait for 0 seconds', () => {
  const shown = (seconds: number) => {
    const until = new Date(Date.now() + seconds * 1_000).toISOString();
    const approval = { _id: 'a'.repeat(24), until } as never;
    return renderToStaticMarkup(
      createElement(MemoryRouter, null, createElement(WaitingApproval, { approval })),
    );
  };
  expect(shown(60)).toContain('approval.waits');
  expect(shown(-1)).not.toContain('approval.waits');
});
