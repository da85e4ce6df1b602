import type { Registry } from 'prom-client';
import { registerReadGauge } from '../../operations/metrics/read-gauge.ts';
import type { Realtime } from './realtime.ts';

/** Socket metrics, read when scraped. */
export function registerRealtimeMetrics(registry: Registry, realtime: Pick<Realtime, 'figures'>): void {
  registerReadGauge(registry, {
    name: 'sockets_open',
    help: 'Open sockets of this process, by kind of client',
    labelNames: ['of'],
    read() {
      const { visitors, members } = realtime.figures().open;
      return [
        { labels: { of: 'visitors' }, value: visitors },
        { labels: { of: 'members' }, value: members },
      ];
    },
  });
  registerReadGauge(registry, {
    name: 'sockets_waiting',
    help: 'Connections of this process that have not authenticated yet',
    read: () => [{ value: realtime.figures().waiting }],
  });
  registerReadGauge(registry, {
    name: 'sockets_queued_bytes',
    help: 'Bytes that wait to be sent to sockets',
    read: () => [{ value: realtime.figures().queuedBytes }],
  });
  registerReadGauge(registry, {
    name: 'sockets_cut',
    help: 'Connections cut since the start, because they did not read or said too much',
    labelNames: ['why'],
    read() {
      const { slow, flooding } = realtime.figures().cut;
      return [
        { labels: { why: 'slow' }, value: slow },
        { labels: { why: 'flooding' }, value: flooding },
      ];
    },
  });
}
