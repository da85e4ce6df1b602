export type Progress = ReturnType<typeof showProgress>;

const terminalEveryMs = 100;
const plainEveryMs = 2_000;
const barWidth = 24;

/**
 * Prints progress, on a terminal as one updated line, otherwise as a line every few seconds. `total`: the expected
 * number of `what`; it may grow while the replay runs.
 */
export function showProgress(total: number, what = 'events') {
  const out = process.stderr;
  const everyMs = out.isTTY ? terminalEveryMs : plainEveryMs;
  const startedAt = performance.now();
  let done = 0;
  let printedAt = startedAt;
  const printLine = (): void => {
    printedAt = performance.now();
    const line = progressLine({ what, done, total: Math.max(total, done), elapsedMs: printedAt - startedAt });
    out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  };
  printLine();
  return {
    advance(events: number): void {
      done += events;
      if (performance.now() - printedAt >= everyMs) printLine();
    },
    end(): void {
      printLine();
      if (out.isTTY) out.write('\n');
    },
  };
}

/** `[######------]  50 %  10,000 of 20,000 events  25,000/s  0 s left` */
export function progressLine({
  what,
  done,
  total,
  elapsedMs,
}: {
  readonly what: string;
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
}): string {
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * barWidth);
  const perSecond = elapsedMs > 0 ? done / (elapsedMs / 1000) : 0;
  const left = perSecond > 0 ? `${Math.ceil((total - done) / perSecond)} s left` : 'waiting';
  const count = (value: number) => Math.round(value).toLocaleString('en-US');
  return [
    `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`,
    `${String(Math.floor(share * 100)).padStart(3)} %`,
    `${count(done)} of ${count(total)} ${what}`,
    `${count(perSecond)}/s`,
    left,
  ].join('  ');
}
