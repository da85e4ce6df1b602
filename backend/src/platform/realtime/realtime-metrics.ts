import type { Registry } from 'prom-client';
import { registerReadGauges } from '../../operations/metrics/read-gauge.ts';
import type { Realtime } from './realtime.ts';

/** Socket metrics, read when scraped. */
export const registerRealtimeMetrics = (registry: Registry, { figures }: Pick<Realtime, 'figures'>): void =>
  registerReadGauges(registry, {
    sockets_open: {
      help: 'Open sockets of this process, by kind of client',
      label: 'of',
      read: () => figures().open,
    },
    sockets_waiting: {
      help: 'Connections of this process that have not authenticated yet',
      read: () => figures().waiting,
    },
    sockets_queued_bytes: {
      help: 'Bytes that wait to be sent to sockets',
      read: () => figures().queuedBytes,
    },
    sockets_cut: {
      help: 'Connections cut since the start, because they did not read or said too much',
      label: 'why',
      read: () => figures().cut,
    },
  });
