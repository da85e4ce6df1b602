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
  readonly sessions: Pick<Sessions, 'callerOf'>;
  readonly logger: Logger;
  /** How many requests are being attended to. */
  readonly attending: { count: number };
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
    { sessions, logger, attending }: Answering,
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
        const caller = await presentCaller(sessions, socket);
        refuseHarmfulShape(sent[0]);
        return work(caller, validated(schema, sent[0]));
      });
      acknowledge({ ok: true, ...answer });
    } catch (error) {
      const refusal = asFailure(error);
      if (refusal.code === 'INTERNAL') logger.error({ error: loggable(error) }, 'unexpected');
      acknowledge(refused(refusal, namedLanguage([sent[0]]) ?? socket.data.language));
      if (refusal.code === 'INVALID_TOKEN' && socket.data.caller !== undefined) endSocket(socket);
    } finally {
      attending.count -= 1;
    }
  };

async function presentCaller(sessions: Answering['sessions'], { data }: ClientSocket): Promise<Caller> {
  const caller = data.caller && (await sessions.callerOf(data.caller.sessionId));
  if (caller === undefined) throw failure('INVALID_TOKEN');
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
