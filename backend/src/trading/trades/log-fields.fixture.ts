import type { EventLog } from '@matgyo/event-store/event-log';

/** A log's methods as plain fields, for tests to replace. */
export const fieldsOf = (log: EventLog): EventLog => ({
  readStream: log.readStream.bind(log),
  append: log.append.bind(log),
  appendTogether: log.appendTogether.bind(log),
  appendScope: log.appendScope,
  withheld: log.withheld.bind(log),
  readAll: log.readAll.bind(log),
  subscribeAll: log.subscribeAll.bind(log),
  positionOf: log.positionOf.bind(log),
  headsUpTo: log.headsUpTo.bind(log),
  lastEvent: log.lastEvent.bind(log),
  close: log.close.bind(log),
});
