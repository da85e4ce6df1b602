/*
 * What first-paint.js asked the server for while this client was still on its way.
 */

interface EarlyAnswers {
  readonly authorization: string;
  readonly language: string;
  /** By address; undefined: the server was not reached. */
  readonly answers: Map<string, Promise<Response | undefined>>;
}

/** What is older may no longer be so. Counted from when the page was opened. */
const freshForMs = 10_000;

/**
 * The answer to the same question by the same person, once; undefined: it was not asked, or the server was not reached.
 * Rejects with the signal's reason once that is aborted.
 */
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
