import http from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** A test's request. `language` becomes Accept-Language. */
export interface ApiCall {
  readonly token?: string;
  readonly language?: 'ko' | 'en';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly raw?: FormData | string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly form?: {
    readonly fields: Readonly<Record<string, string>>;
    readonly file?: {
      readonly field: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly type?: string;
    };
  };
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types.
  readonly body: any;
  readonly bytes: Uint8Array;
}

/** Its status, and the code of a refusal or the message of a success. */
export const answerOf = ({ status, body }: ApiAnswer) => [status, body.code ?? body.message];

const callMsMax = 60_000;

/** One call to a test server; a JSON response is parsed as `body`. Not by `fetch`, which takes more processor time. */
export async function callApi(method: string, url: string, call: ApiCall): Promise<ApiAnswer> {
  const request = http.request(url, { method, timeout: callMsMax });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
    request.on('timeout', () => request.destroy(new Error(`no answer to ${method} ${url}`)));
  });
  const content = contentOf(call);
  const sent = call.raw instanceof ReadableStream ? undefined : await content?.bytes();
  // Node adds it for some methods only.
  const length = sent && { 'content-length': String(sent.length) };
  const headers = { ...length, ...Object.fromEntries(content?.headers ?? []), ...call.headers };
  for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
  if (call.token !== undefined) request.setHeader('authorization', `Bearer ${call.token}`);
  if (call.language !== undefined) request.setHeader('accept-language', call.language);
  if (call.raw instanceof ReadableStream) Readable.from(call.raw).pipe(request);
  else request.end(sent);
  const response = await answered;
  const bytes = await buffer(response);
  if (!request.writableEnded) request.destroy();
  const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
  const body: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
  const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return { status: response.statusCode ?? 0, headers: new Headers(received), body, bytes };
}

/** With the headers that it needs. */
function contentOf({ body, form, raw }: ApiCall): Response | undefined {
  if (body !== undefined) return Response.json(body);
  if (form === undefined) return raw === undefined ? undefined : new Response(raw);
  const data = new FormData();
  for (const [name, value] of Object.entries(form.fields)) data.set(name, value);
  const { file } = form;
  if (file !== undefined)
    data.set(file.field, new Blob([file.bytes], { type: file.type ?? 'image/jpeg' }), 'photo.jpg');
  return new Response(data);
}
