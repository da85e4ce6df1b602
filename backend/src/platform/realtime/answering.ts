import { errorTextOf, type Language } from '@matgyo/contracts/errors/index';
import type { Refused } from '@matgyo/contracts/realtime';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import { asFailure, loggable } from '../http/error-answer.ts';
import type { Caller } from '../http/handler.ts';
import { refuseHarmfulShape } from '../http/input-shape.ts';
import { namedLanguage } from '../http/language.ts';
import { failure, type RequestFailure } from '../http/request-failure.ts';
import { validated } from '../http/validate.ts';
import { endSocket } from './open-sockets.ts';
import type { ClientSocket } from './sockets.ts';

export interface Answering {
  readonly sessions: Pick<Sessions, 'callerOf' | 'refusalOf'>;
  readonly logger: Logger;
  /** How many requests are being attended to. */
  readonly attending: { count: number };
  /** Only a person says such a thing: it counts as a use of the session. */
  readonly attended?: boolean;
}

/** When a request is attended to; at once unless stated. */
type InTurn = (sent: unknown, run: () => Promise<object | undefined>) => Promise<object | undefined>;

/**
 * A request over a socket: who asks is looked up as over HTTP (at most half a second old), then the shape of what they
 * sent, then `work`. What it gives is acknowledged with `ok: true`; a refusal with its code and sentence. A session that
 * has ended ends the socket; a visitor is refused everything.
 */
export const answering =
  <S extends z.ZodType>(
    { sessions, logger, attending, attended = false }: Answering,
    socket: ClientSocket,
    schema: S,
    work: (caller: Caller, input: z.output<S>) => Promise<object | undefined>,
    inTurn: InTurn = (_, run) => run(),
  ) =>
  async (...sent: readonly unknown[]): Promise<void> => {
    const last = sent.at(-1);
    const acknowledge = typeof last === 'function' ? last : () => undefined;
    attending.count += 1;
    try {
      const answer = await inTurn(sent[0], async () => {
        const caller = await presentCaller(sessions, socket, attended);
        refuseHarmfulShape(sent[0]);
        return work(caller, validated(schema, sent[0]));
      });
      acknowledge({ ok: true, ...answer });
    } catch (error) {
      const refusal = asFailure(error);
      if (refusal.code === 'INTERNAL') logger.error({ error: loggable(error) }, 'unexpected');
      acknowledge(refused(refusal, namedLanguage([sent[0]]) ?? socket.data.language));
      const { code } = refusal;
      if (socket.data.caller !== undefined && (code === 'INVALID_TOKEN' || code === 'SESSION_IDLE'))
        endSocket(socket, code);
    } finally {
      attending.count -= 1;
    }
  };

async function presentCaller(
  sessions: Answering['sessions'],
  { data }: ClientSocket,
  attended: boolean,
): Promise<Caller> {
  if (data.caller === undefined) throw failure('INVALID_TOKEN');
  const { sessionId } = data.caller;
  const caller = await sessions.callerOf(sessionId, { attended });
  if (caller === undefined) throw failure(await sessions.refusalOf(sessionId));
  return caller;
}

function refused({ code, details, retryAfterSeconds }: RequestFailure, language: Language): Refused {
  const { status, ...text } = errorTextOf(code);
  const isPassing = status === 503 || status === 429;
  return {
    ok: false,
    code,
    error: text[language],
    ...(isPassing && { retryAfter: Math.max(1, Math.ceil(retryAfterSeconds ?? 2)) }),
    ...(details && { details }),
  };
}
