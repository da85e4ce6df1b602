import type { Page } from 'playwright-core';

const roundTrips = 40;

/** The page's clock when this process's is 0, and the maximum error: both in milliseconds. */
export interface ClockOffset {
  readonly ms: number;
  readonly withinMs: number;
}

/**
 * The offset between a page's `performance.now()` and ours. Their origins may come from different clocks, so the page's
 * time is requested: its value lies between request and response, and the fastest of many round trips is the most
 * precise.
 */
export async function clockOffset(page: Page): Promise<ClockOffset> {
  let best: ClockOffset = { ms: 0, withinMs: Number.POSITIVE_INFINITY };
  for (let trip = 0; trip < roundTrips; trip += 1) {
    const requested = performance.now();
    const there = await page.evaluate(() => performance.now());
    const answered = performance.now();
    const withinMs = (answered - requested) / 2;
    if (withinMs < best.withinMs) best = { ms: there - (requested + answered) / 2, withinMs };
  }
  return best;
}

/** Runs in the page: creates a promise of the time of the frame that shows the text at the selector. */
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
 * Makes the page wait until the element of `selector` contains `text`. Once it waits, returns a function that resolves
 * to the time of the frame that shows it, by the page's clock.
 */
export async function expectShown(
  page: Page,
  selector: string,
  text: string,
): Promise<() => Promise<number>> {
  await page.evaluate(`(${watch})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`);
  return () => page.evaluate<number>('window.shown');
}
