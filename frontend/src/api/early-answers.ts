/* Requests that first-paint.js sent while the client was loading. */

interface EarlyAnswers {
  readonly authorization: string;
  readonly language: string;
  /** By URL; undefined: the server was not reached. */
  readonly answers: Map<string, Promise<Response | undefined>>;
}

/** Older answers may be outdated. Counted from the page's opening. */
const freshForMs = 10_000;

/** The early answer to the same request with the same token, once; undefined if there was none. */
export async function takeEarlyAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const { earlyAnswers: early } = globalThis as { earlyAnswers?: EarlyAnswers };
  const answer = early?.answers.get(url);
  early?.answers.delete(url);
  const isSame =
    early?.authorization === headers['authorization'] && early?.language === headers['accept-language'];
  if (!isSame || performance.now() >= freshForMs) return undefined;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return Promise.race([answer, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
