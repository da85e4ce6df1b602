import type { Page } from 'playwright-core';

const roundTrips = 40;

/** What a page's clock says when this process's says 0, and how far off that may be: both in milliseconds. */
export interface ClockOffset {
  readonly ms: number;
  readonly withinMs: number;
}

/**
 * How a page's `performance.now()` stands to ours. Their origins are taken from clocks that need not agree, so the page is
 * asked what time it is: it answers between question and answer, and of many the quickest says it best.
 */
export async function clockOffset(page: Page): Promise<ClockOffset> {
  let best: ClockOffset = { ms: 0, withinMs: Number.POSITIVE_INFINITY };
  for (let trip = 0; trip < roundTrips; trip += 1) {
    const asked = performance.now();
    const there = await page.evaluate(() => performance.now());
    const answered = performance.now();
    const withinMs = (answered - asked) / 2;
    if (withinMs < best.withinMs) best = { ms: there - (asked + answered) / 2, withinMs };
  }
  return best;
}

/** Runs in the page, with what to look for where: keeps a promise of when the frame was drawn that shows it. */
const watch = `(where, what) => {
  const shows = () => [...document.querySelectorAll(where)].some(({ textContent }) => textContent.includes(what));
  if (shows()) throw new Error('It is shown before it was changed.');
  window.shown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!shows()) return;
      observer.disconnect();
      // A message is delivered after the frame was drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}`;

/**
 * Has the page wait until what `selector` finds holds `text`, and answers, once it does wait, how to be told when the
 * frame that shows it was drawn, by the page's clock.
 */
export async function expectShown(
  page: Page,
  selector: string,
  text: string,
): Promise<() => Promise<number>> {
  await page.evaluate(`(${watch})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`);
  return () => page.evaluate<number>('window.shown');
}
