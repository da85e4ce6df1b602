import type net from 'node:net';
import type { EventLog } from '../event-log.ts';

export interface OpenOptions {
  /** Reach the server through this port of 127.0.0.1 instead of directly. */
  readonly throughPort?: number;
  readonly deadlineMs?: number;
}

/** A log that the conformance suite may write to as it likes, and how to open further clients of it. */
export interface LogUnderTest {
  /** A client of its own, as another process would have. The suite closes it. */
  open(options?: OpenOptions): Promise<EventLog>;
  /** Where the server listens, for a proxy in front of it. */
  readonly address: net.NetConnectOpts;
  /** Events for the test of late commits, as many as fit in a quick run. */
  readonly quickLoad: number;
  /** Nothing else writes to it, and it was empty before the suite began. */
  readonly pristine: boolean;
  stop(): Promise<void>;
}
