import { StreamEnds } from '@matgyo/event-store/stream-ends';

const eventsMax = 40_000;

/**
 * The streams as this process last saw them. They may be outdated, so use them only for an append that is refused if
 * they have changed.
 */
export class RecentStreams extends StreamEnds {
  constructor() {
    super(eventsMax);
  }
}
