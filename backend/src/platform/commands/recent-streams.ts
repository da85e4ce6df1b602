import { StreamEnds } from '@matgyo/event-store/stream-ends';

const eventsMax = 40_000;

/**
 * Streams as this process last saw them. They may be outdated, so they may only be used for an append that checks the
 * revisions it relied on.
 */
export class RecentStreams extends StreamEnds {
  constructor() {
    super(eventsMax);
  }
}
