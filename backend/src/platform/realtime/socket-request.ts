import { errorTextOf, type Language } from '@matgyo/contracts/errors/index';
import type { Refused } from '@matgyo/contracts/realtime';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import { asFailure, loggable, textOf } from '../http/error-answer.ts';
import type { Caller } from '../http/handler.ts';
import { refuseHarmfulShape } from '../http/input-shape.ts';
import { namedLanguage } from '../http/language.ts';
import { failure, type RequestFailure } from '../http/request-failure.ts';
import { validated } from '../http/validate.ts';
import { endSocket } from './open-sockets.ts';
import type { ClientSocket } from './sockets.ts';

export interface RequestDependencies {
  readonly sessions: Pick<Sessions, 'callerOf' | 'refusalOf'>;
  readonly logger: Logger;
  readonly inProgress: { count: number };
  /** Whether the request is sent by a person, so that it counts as a use of the session. */
  readonly attended?: boolean;
}

export type Schedule = (
  input: unknown,
  run: () => Promise<object | undefined>,
) => Promise<object | undefined>;

/**
 * Handles a request over a socket: checks the session (at most half a second old), validates the input, runs `work`.
 * Acknowledges with `ok: true` and the result, or with the error's code and text. An ended session closes the socket;
 * visitors are refused.
 */
export const handleRequest =
  <S extends z.ZodType>(
    { sessions, logger, inProgress, attended = false }: RequestDependencies,
    socket: ClientSocket,
    schema: S,
    work: (caller: Caller, input: z.output<S>) => Promise<object | undefined>,
    schedule: Schedule,
  ) =>
  async (...args: readonly unknown[]): Promise<void> => {
    const last = args.at(-1);
    const acknowledge = typeof last === 'function' ? last : () => undefined;
    inProgress.count += 1;
    try {
      const answer = await schedule(args[0], async () => {
        const caller = await currentCaller(sessions, socket, attended);
        refuseHarmfulShape(args[0]);
        return work(caller, validated(schema, args[0]));
      });
      acknowledge({ ok: true, ...answer });
    } catch (error) {
      const refusal = asFailure(error);
      if (refusal.code === 'INTERNAL') logger.error({ error: loggable(error) }, 'unexpected');
      acknowledge(refused(refusal, namedLanguage([args[0]]) ?? socket.data.language));
      const { code } = refusal;
      if (socket.data.caller !== undefined && (code === 'INVALID_TOKEN' || code === 'SESSION_IDLE'))
        endSocket(socket, code);
    } finally {
      inProgress.count -= 1;
    }
  };

async function currentCaller(
  sessions: RequestDependencies['sessions'],
  { data }: ClientSocket,
  attended: boolean,
): Promise<Caller> {
  if (data.caller === undefined) throw failure('INVALID_TOKEN');
  const caller = await sessions.callerOf(data.caller, { attended });
  if (caller === undefined) throw failure(await sessions.refusalOf(data.caller.sessionId));
  return caller;
}

function refused(refusal: RequestFailure, language: Language): Refused {
  const { code, details, retryAfterSeconds } = refusal;
  const { status } = errorTextOf(code);
  const isPassing = status === 503 || status === 429;
  return {
    ok: false,
    code,
    error: textOf(refusal, language),
    ...(isPassing && { retryAfter: Math.max(1, Math.ceil(retryAfterSeconds ?? 2)) }),
    ...(details && { details }),
  };
}
