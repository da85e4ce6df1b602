import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { connectionOf } from '@matgyo/projections/projection-pool';
import type { ReplayRecord } from '@matgyo/projections/replay/replay-records';
import type pg from 'pg';
import { atStop } from '../../platform/background.ts';

export interface ReplayToStart extends Pick<ReplayRecord, 'id' | 'readModel' | 'kind'> {
  readonly fresh: boolean;
}

export type ReplayProcesses = ReturnType<typeof createReplayProcesses>;

const program = createRequire(import.meta.url).resolve('@matgyo/projections/replay/main');
/** Each needs a core and connections of its own. */
const processesMax = 3;
/** Longer than a batch takes. A slower replay is killed, and a later one resumes at its checkpoint. */
const stopMsMax = 5_000;

/**
 * Replays run in processes of their own, with a lower priority than the backend: folding a long log takes a whole core,
 * and the backend serves with only one. The program is the one of the command line.
 */
export function createReplayProcesses(databaseUrl: string, eventStoreUrl: string | undefined) {
  const running = new Set<ChildProcess>();
  let taken = 0;
  return {
    /** Reserves one of the places for replays and returns a function that frees it; undefined: none is free. */
    takePlace(): (() => void) | undefined {
      if (taken >= processesMax) return undefined;
      taken += 1;
      return () => {
        taken -= 1;
      };
    },
    /** Starts the replay program. `onEnded` is called once it has ended for any reason. */
    start({ id, readModel, kind, fresh }: ReplayToStart, onEnded: () => void): void {
      const flags = {
        rebuild: [],
        compare: ['--verify'],
        swap: ['--swap-anyway'],
        'roll-back': ['--roll-back'],
      };
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const more = kind === 'rebuild' && fresh ? ['--fresh'] : [];
      const child = spawn(process.execPath, [program, readModel, ...flags[kind], ...more, '--record', id], {
        env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl },
        stdio: 'ignore',
      });
      running.add(child);
      let hasEnded = false;
      const ended = (): void => {
        if (hasEnded) return;
        hasEnded = true;
        running.delete(child);
        onEnded();
      };
      child.once('exit', ended);
      // The program could not be started.
      child.once('error', ended);
      lowerPriority(child);
    },
    /** Ends running replays when the backend stops, so that none writes to a database that is being closed. */
    work: atStop(() => Promise.all([...running].map(endProcess))),
  };
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it; a lower priority is optional.
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
  await exited;
  clearTimeout(late);
}

/** A pool's connection as a DATABASE_URL for programs, also for a Unix socket. */
export function databaseUrlOf(pool: pg.Pool): string {
  const { connectionString, host, port, user, password, database } = connectionOf(pool);
  if (connectionString !== undefined) return connectionString;
  const url = new URL(`postgres://localhost/${encodeURIComponent(database ?? '')}`);
  if (user !== undefined) url.username = encodeURIComponent(user);
  if (typeof password === 'string') url.password = encodeURIComponent(password);
  if (host !== undefined) url.searchParams.set('host', host);
  if (port !== undefined) url.searchParams.set('port', String(port));
  return url.href;
}
