import type { Page } from 'playwright-core';

/** The page has the next photo made small only once it is released. Later ones go on as usual. */
export async function holdNextPhoto(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function hold(done, ...how) {
      HTMLCanvasElement.prototype.toBlob = toBlob;
      addEventListener('release', () => done(held), { once: true });
      let held: Blob | null = null;
      toBlob.call(
        this,
        (blob) => {
          held = blob;
        },
        ...how,
      );
    };
  });
  return () =>
    page.evaluate(async () => {
      dispatchEvent(new Event('release'));
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
}
