import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { isMissingReadModel } from '@matgyo/projections/program-fault';
import pg from 'pg';
import { StreamContended } from '../commands/stream-queue.ts';

/**
 * SQL states of a database that is shutting down, starting, out of connections, timing out, or has a new password; and
 * of a column that a read model lacks until it is rebuilt after an upgrade: the message does not say of which table.
 */
const passingSqlStates = /^(08|28|53|57P|57014|25P03|25P04|55P03|40001|40P01|42703)/;
/** Calls that fail only because the other side cannot be reached; a frozen PostgreSQL answers `connect` by EAGAIN. */
const connectingCalls = /^(connect|getaddrinfo)$/;
/** Of reads and writes on a connection, and of writes to a full disk. */
const passingCodes = new Set([
  'ENOSPC',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** pg has no error class for these. */
const brokenConnectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether Postgres, the event log or the disk was out of reach, too slow or full, so the caller may retry. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof EventLogUnavailable || error instanceof StreamContended) return true;
  if (error instanceof pg.DatabaseError)
    return passingSqlStates.test(error.code ?? '') || isMissingReadModel(error);
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (connectingCalls.test(syscall ?? '') || passingCodes.has(code ?? '')) return true;
  return brokenConnectionMessages.test(error.message);
}
