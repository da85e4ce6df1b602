import type net from 'node:net';
import type { EventLog } from '../event-log.ts';

export interface OpenOptions {
  /** Connect through this port of 127.0.0.1 instead of directly. */
  readonly throughPort?: number;
  readonly deadlineMs?: number;
}

/** A log reserved for the conformance suite, and how to open further clients of it. */
export interface LogUnderTest {
  /** A separate client, as another process would have. The suite closes it. */
  open(options?: OpenOptions): Promise<EventLog>;
  /** The server's address, for a proxy in front of it. */
  readonly address: net.NetConnectOpts;
  /** The suite is the only writer, and the log was empty before. */
  readonly pristine: boolean;
  stop(): Promise<void>;
}
