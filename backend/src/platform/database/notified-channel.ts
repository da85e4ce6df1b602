import { keepListening } from '@matgyo/event-store/postgres/own-connection';
import type pg from 'pg';
import type { BackgroundWork } from '../background.ts';

/** A Postgres NOTIFY channel with a connection of its own. */
export interface NotifiedChannel {
  /** Whether notifications arrive. */
  isListening(): boolean;
  onNotification(listener: (payload: string) => void): void;
  /** Called when the connection is lost and when it is back: notifications in between were missed. */
  onGap(listener: () => void): void;
  readonly background: BackgroundWork;
}

export interface ChannelOptions {
  readonly connection: pg.ClientConfig;
  readonly channel: string;
}

/** Two beats and the reaction fit into the second in which an ended session must take effect. */
const beatMs = 250;

export function notifiedChannel({ connection, channel }: ChannelOptions): NotifiedChannel {
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
    onNotification: (listener) => void listeners.push(listener),
    onGap: (listener) => void gaps.push(listener),
    background: {
      name: channel,
      run: (signal) =>
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
    },
  };
}
