import { Counter, type Registry } from 'prom-client';
import type { ChatListener } from './store-message.ts';

/** Counts chat messages by kind of room. */
export function countMessages(registry: Registry): ChatListener {
  const messages = new Counter({
    name: 'chat_messages_total',
    help: 'Chat messages stored by this process, by kind of room',
    labelNames: ['kind'],
    registers: [registry],
  });
  return { stored: ({ kind }) => messages.inc({ kind }) };
}
