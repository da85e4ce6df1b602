import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The first output of a program. Fails with what it wrote to standard error if it ends before. */
export function firstOutput(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = async (code: number | null, signal: string | null) => {
      const errors = await text(child.stderr);
      reject(new Error(`ended with ${signal ?? code} before its first output: ${errors}`));
    };
    child.once('error', reject);
    child.once('exit', ended);
    child.stdout.once('data', (chunk) => {
      // Its errors are left to the caller.
      child.off('exit', ended);
      resolve(`${chunk}`);
    });
  });
}
