import { PostgresNotStarted } from '@matgyo/event-store/embedded-postgres/postgres-not-started';
import { EventLogCorrupt, EventLogDenied, EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import pg from 'pg';
import { asLines, goOnWithoutOutput } from './program.ts';

/** Why a program cannot run as it is started, as a message for the operator. */
export class CannotRun extends Error {
  override readonly name: string = 'CannotRun';
  readonly exitCode: 1 | 2 | 78 = 1;
}

export const newerTables = (): CannotRun =>
  new CannotRun(
    'The tables are of a newer version than this program: start that version, or restore a backup of this one.',
  );

/** What the command line says is wrong. */
export class WrongUsage extends CannotRun {
  override readonly name: string = 'WrongUsage';
  override readonly exitCode = 2;
}

/** Invalid environment variables. The message is for the operator, one line per variable. */
export class InvalidConfiguration extends CannotRun {
  override readonly name = 'InvalidConfiguration';
  override readonly exitCode = 78;
}

/** What an operator can put right, as sentences without secrets, and the exit code. */
export interface ProgramFault {
  readonly message: string;
  /**
   * 1: refused; 2: wrong usage; 4: the database or the event log could not be reached or read; 78: the configuration is
   * invalid.
   */
  readonly code: CannotRun['exitCode'] | 4;
}

const unreachableLog =
  'The event log could not be reached: is its server running, and are EVENTSTORE_URL or DATABASE_URL as the backend has them?';
const tablesAdvice =
  'Are the tables made, and may this role use them? "npm run migrate" does both; without DATABASE_OWNER_URL the server does at its start.';
/** The projections have not made it yet, or not rebuilt it since an upgrade. */
export const isMissingReadModel = ({ code, message }: pg.DatabaseError): boolean =>
  code === '42P01' && /\b(read_\w+|projections)\.\w/.test(message);

const postgresAdvice: readonly (readonly [codes: RegExp, advice: string])[] = [
  [/^28/, 'Are user and password in the database’s URL right?'],
  [/^3D000/, 'Is the database in its URL right?'],
  [
    /^42703/,
    `${tablesAdvice} A read model may lack a column until projections of this version have rebuilt it.`,
  ],
  [/^(42501|42P01|3F000)/, tablesAdvice],
  [/^(53|57P)/, 'Is it starting or stopping, or has it no room for more connections or on its disk?'],
];

/** Undefined: a bug, of which the stack is needed. */
export function programFault(error: unknown): ProgramFault | undefined {
  if (error instanceof CannotRun) return { message: error.message, code: error.exitCode };
  const ofLog = error instanceof EventLogUnavailable || error instanceof EventLogCorrupt;
  const message = messageOf(ofLog ? error.cause : error);
  if (message !== undefined) return { message, code: 4 };
  if (error instanceof EventLogUnavailable) return { message: unreachableLog, code: 4 };
  if (error instanceof EventLogCorrupt && error.cause === undefined)
    return { message: `The event log does not hold what it should: ${error.message}.`, code: 4 };
  return isOfFile(error) ? { message: `${error.message}.`, code: 1 } : undefined;
}

/** What an operator can do about an error of PostgreSQL; undefined for most. */
export function adviceOn(error: pg.DatabaseError): string | undefined {
  if (isMissingReadModel(error)) return 'Do projections run?';
  return postgresAdvice.find(([codes]) => codes.test(error.code ?? ''))?.[1];
}

/** The messages of these errors name users, databases, tables and addresses, but no values. */
function messageOf(cause: unknown): string | undefined {
  if (cause instanceof PostgresNotStarted) return cause.message;
  if (cause instanceof EventLogDenied) return `The event log cannot be read: ${cause.message}.`;
  if (cause instanceof pg.DatabaseError) {
    const advice = adviceOn(cause);
    const what = isMissingReadModel(cause) ? 'The read models are not made yet' : 'PostgreSQL refuses';
    return advice && `${what}: ${cause.message}. ${advice}`;
  }
  const failure = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(failure instanceof Error) || !isNotConnected(failure)) return undefined;
  return `PostgreSQL could not be reached: ${failure.message}. Is it running, and is its URL right?`;
}

const isNotConnected = ({ message, syscall }: NodeJS.ErrnoException): boolean =>
  /^(connect|getaddrinfo)$/.test(syscall ?? '') ||
  /^(Connection terminated|timeout exceeded when trying to connect|SASL|The server does not support SSL)/.test(
    message,
  );

const isOfFile = (error: unknown): error is Error =>
  error instanceof Error &&
  'syscall' in error &&
  /^(ENOENT|EEXIST|EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EISDIR)$/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/**
 * Runs a program; its exit code is the result, or that of the fault, which is printed. With `--help` it prints the usage
 * instead.
 */
export async function runToExitCode(main: () => Promise<number>, usage?: string): Promise<void> {
  goOnWithoutOutput();
  if (usage !== undefined && process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  process.exitCode = await main().catch((error: unknown) => {
    const fault = programFault(error);
    if (fault === undefined) throw error;
    process.stderr.write(`${asLines(fault.message)}\n`);
    // A connection that the client gave up may still be open.
    setTimeout(() => process.exit(), 1_000).unref();
    return fault.code;
  });
}
