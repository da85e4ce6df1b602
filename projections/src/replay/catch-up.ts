import type { EventLog, Position, RecordedEvent } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { scannedPages } from '../log-pages.ts';
import { LoggedEvent } from '../logged-event.ts';
import type { ReadModel } from '../read-model.ts';
import type { Handled, Projector } from '../runner/projector.ts';

const pageSize = 4_000;
const batchSize = 1_000;

/** How a read model is folded from the log. */
export interface FoldOptions {
  readonly log: EventLog;
  /** At least three connections. */
  readonly pool: pg.Pool;
  readonly model: ReadModel;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of events processed since the last call. */
  readonly onProgress?: ((events: number) => void) | undefined;
}

/** `projector`: of an open build. */
export interface BuildToFold extends Pick<FoldOptions, 'log' | 'signal' | 'onProgress'> {
  readonly projector: Projector;
}

interface CatchUpOptions extends BuildToFold {
  /** Last event to apply; default: the end of the log. */
  readonly until?: Position | undefined;
  /** Filter of the events to fold; default: all. */
  readonly includes?: (event: RecordedEvent) => boolean;
}

/**
 * Applies the log to an open build, from its position, and commits in batches. While one batch is written, the next is
 * folded and the page after it is read.
 */
export async function catchUp(options: CatchUpOptions): Promise<Handled> {
  const { log, projector, until, signal, includes = () => true, onProgress } = options;
  try {
    const { streams, ignores = [] } = projector.model;
    const filter = { streamPrefixes: streams, exceptTypes: [...ignores] };
    const { position: after, eventId: afterId } = projector.checkpoint;
    const range = { after, afterId, size: pageSize, until, filter, signal };
    for await (const { events, scanned, end } of scannedPages(log, range)) {
      let start = 0;
      do {
        signal?.throwIfAborted();
        const batch = events.slice(start, start + batchSize);
        const isLast = start + batch.length === events.length;
        const folded = batch.filter(includes).map((event) => new LoggedEvent(event));
        const to = isLast ? end : (batch.at(-1) ?? end);
        if ((await projector.foldAhead(folded, to)) === 'halted') return 'halted';
        onProgress?.(isLast ? scanned - start : batch.length);
        start += batch.length;
      } while (start < events.length);
    }
  } finally {
    // Folded batches are written also after an interruption.
    await projector.written().catch(() => {});
  }
  return projector.written();
}
