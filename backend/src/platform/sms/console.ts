import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { SmsSender } from './sms-sender.ts';

/** Appends each message as a JSON line to a private file, for trials. */
export const consoleSms = (outbox: string): SmsSender => ({
  async send({ to, text, code }) {
    await mkdir(path.dirname(outbox), { recursive: true });
    const line = JSON.stringify({ at: new Date().toISOString(), to, text, code });
    await appendFile(outbox, `${line}\n`, { mode: 0o600 });
  },
});
