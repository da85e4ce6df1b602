import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process beyond its id: process ids are reused, also soon after a restart in a container. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start of the process in clock ticks since boot (Linux); absent on other systems. */
  readonly startTicks?: string | undefined;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTicks: readStat(process.pid)?.startTicks };
}

/** Whether that process still runs; a zombie or another process with its id does not count. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (!exists(identity.pid)) return false;
  if (process.platform !== 'linux') return true;
  const stat = readStat(identity.pid);
  if (stat === undefined || stat.state === 'Z' || stat.state === 'X') return false;
  return identity.startTicks === undefined || identity.startTicks === stat.startTicks;
}

/** The command line of a process, joined by blanks, or undefined if there is no such process. */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 5000,
    });
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readStat(pid: number): { state: string; startTicks: string } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in brackets and may itself contain brackets and blanks; see proc(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return state === undefined || startTicks === undefined ? undefined : { state, startTicks };
}
