import { keepListening } from '@matgyo/event-store/postgres/own-connection';
import type pg from 'pg';

/** A Postgres NOTIFY channel with a connection of its own. */
export type NotifiedChannel = ReturnType<typeof notifiedChannel>;

/** How often the connection is checked. A loss is found after two; an ended session must take effect within a second. */
const beatMs = 250;

export function notifiedChannel(connection: pg.ClientConfig, channel: string) {
  const listeners: ((payload: string) => void)[] = [];
  const gaps: (() => void)[] = [];
  let isListening = false;
  const setListening = (next: boolean): void => {
    if (next === isListening) return;
    isListening = next;
    for (const listener of gaps) listener();
  };

  return {
    isListening: () => isListening,
    onNotification: (listener: (payload: string) => void) => void listeners.push(listener),
    /** Called when the connection is lost and when it is back: notifications in between were missed. */
    onGap: (listener: () => void) => void gaps.push(listener),
    background: (signal: AbortSignal) =>
      keepListening({
        connection: { ...connection, application_name: `matgyo ${channel}` },
        channel,
        beatMs,
        signal,
        onNotification(payload) {
          for (const listener of listeners) listener(payload);
        },
        onListening: () => setListening(true),
        onLost: () => setListening(false),
      }),
  };
}
