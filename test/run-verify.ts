import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const program = path.join(import.meta.dirname, '../projections/src/verify/main.ts');

/** Runs `npm run verify` as an operator does, in this environment alone. */
export async function runVerify(environment: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = [text(child.stdout), text(child.stderr), once(child, 'close')] as const;
  const [output, errors, [code]] = await Promise.all(ended);
  return { code, output, errors };
}
