import type { Locator, Page } from 'playwright-core';

/** Of the report on the page, as it is shown. */
export const fingerprint = (page: Page): Locator =>
  page.locator('section[aria-labelledby=fingerprint] .font-mono').first();
