import { SmsNotSent } from './sms-sender.ts';

const timeoutMs = 8_000;

/**
 * Posts to a provider and returns the JSON of its response; undefined when it has none.
 *
 * @throws SmsNotSent when the provider is unreachable, slow or refuses; with its error code if it sends one.
 */
export async function post(
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  codeOf: (answer: unknown) => unknown,
): Promise<unknown> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = await response.json().catch(() => undefined);
  } catch (cause) {
    throw new SmsNotSent('the provider could not be reached', { cause });
  }
  if (response.ok) return answer;
  const code = String(codeOf(answer) ?? 'no code').slice(0, 60);
  throw new SmsNotSent(`the provider refused: ${response.status} (${code})`);
}
