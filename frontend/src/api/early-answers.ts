/* Requests that first-paint.js sent while the client was loading. */

interface EarlyAnswers {
  readonly language: string;
  /** By URL; the answer is undefined if the server was not reached. */
  readonly answers: Map<
    string,
    { readonly authorization?: string; readonly answer: Promise<Response | undefined> }
  >;
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
  const asked = early?.answers.get(url);
  if (asked === undefined) return undefined;
  early?.answers.delete(url);
  const isSame =
    asked.authorization === headers['authorization'] && early?.language === headers['accept-language'];
  if (!isSame || performance.now() >= freshForMs) return undefined;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return Promise.race([asked.answer, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', abort),
  );
}
