import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { ActorRole } from '@matgyo/contracts/events/metadata';
import { ledgerIdFrom } from '@matgyo/contracts/ids';
import type { EventLog, ExpectedHead, NewEvent } from '@matgyo/event-store/event-log';

export interface Append {
  readonly stream: string;
  readonly events: readonly NewEvent[];
}

export const adminId = 'a'.repeat(24);

/** Ids count up, and the clock advances one second per action, so the same actions give the same bytes. */
export class EventWriter {
  readonly appends: Append[] = [];
  #count = 0;
  #nowMs: number;

  constructor(start = '2026-01-31T14:00:00.000Z') {
    this.#nowMs = Date.parse(start);
  }

  /** Sets the writers' clock, forwards or back. */
  at(time: string): this {
    this.#nowMs = Date.parse(time);
    return this;
  }

  get now(): string {
    return new Date(this.#nowMs).toISOString();
  }

  get lastEventId(): string {
    return this.appends.at(-1)?.events.at(-1)?.id ?? '';
  }

  /** Appends the remaining events in order. */
  async writeTo(log: EventLog): Promise<void> {
    const heads = new Map<string, ExpectedHead>();
    for (const { stream, events } of this.appends.splice(0)) {
      const head = heads.get(stream) ?? (await headOf(log, stream));
      const written = (await log.append(stream, head, events)).events.at(-1);
      if (written !== undefined)
        heads.set(stream, { revision: written.revision, hash: written.metadata.hash });
    }
  }

  protected append(
    stream: string,
    actorRole: ActorRole,
    events: readonly LedgerEvent[],
    actorId = actorRole === 'system' ? 'system' : adminId,
  ): void {
    const commandId = this.#uuid();
    this.#nowMs += 1000;
    const metadata = {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId,
      actorRole,
      at: this.now,
      schemaVersion: 1,
    };
    this.appends.push({ stream, events: events.map((event) => ({ ...event, id: this.#uuid(), metadata })) });
  }

  /** Writes a year later, when every window has ended, and sets the clock back. */
  protected later(write: () => void): void {
    const nowMs = this.#nowMs;
    this.#nowMs += 365 * 24 * 3_600_000;
    write();
    this.#nowMs = nowMs;
  }

  #uuid(): string {
    this.#count += 1;
    return `00000000-0000-4000-8000-${this.#count.toString(16).padStart(12, '0')}`;
  }

  protected id(): string {
    this.#count += 1;
    return ledgerIdFrom(this.#nowMs, this.#count.toString(16).padStart(16, '0'));
  }
}

async function headOf(log: EventLog, stream: string): Promise<ExpectedHead> {
  const [last] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
  return last === undefined ? 'no-stream' : { revision: last.revision, hash: last.metadata.hash };
}
