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

/** One call to a test server; a JSON response is parsed as `body`. */
export async function callApi(method: string, url: string, call: ApiCall): Promise<ApiAnswer> {
  const headers = new Headers(call.headers);
  if (call.token !== undefined) headers.set('authorization', `Bearer ${call.token}`);
  if (call.language !== undefined) headers.set('accept-language', call.language);
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(callMsMax),
    ...bodyOf(call, headers),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
  return { status: response.status, headers: response.headers, body, bytes };
}

function bodyOf(call: ApiCall, headers: Headers): RequestInit {
  if (call.body !== undefined) {
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return { body: JSON.stringify(call.body) };
  }
  if (call.form !== undefined) {
    const form = new FormData();
    for (const [name, value] of Object.entries(call.form.fields)) form.set(name, value);
    const { file } = call.form;
    if (file !== undefined)
      form.set(file.field, new Blob([file.bytes], { type: file.type ?? 'image/jpeg' }), 'photo.jpg');
    return { body: form };
  }
  if (call.raw instanceof ReadableStream) return { body: call.raw, duplex: 'half' } as RequestInit;
  return call.raw === undefined ? {} : { body: call.raw };
}
