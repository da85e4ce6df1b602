import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { LoggedEvent } from '../logged-event.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import type { Handled } from '../runner/projector.ts';
import type { ReadModelDatabase } from './read-model-database.ts';

/** Brings every read model to the end of these events, in batches of `size`. */
export async function projectLog(
  database: ReadModelDatabase,
  recorded: readonly RecordedEvent[],
  { size = 500, readModels = allReadModels } = {},
): Promise<readonly Handled[]> {
  const events = recorded.map((event) => new LoggedEvent(event));
  return Promise.all(
    readModels.map(async (model) => {
      const projector = await database.open(model);
      let handled: Handled = 'applied';
      for (let start = 0; start < events.length && handled === 'applied'; start += size)
        handled = await projector.handle(events.slice(start, start + size));
      return handled;
    }),
  );
}
