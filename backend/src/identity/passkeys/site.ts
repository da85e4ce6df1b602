import { hostOf } from '../../platform/http/foreign-origin.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';

/** Whose passkeys a request is about, in WebAuthn's terms. */
export interface Site {
  readonly rpId: string;
  readonly origins: readonly string[];
}

/**
 * The host that the request names, as for cookies and foreign pages. A page of another host gains nothing by naming its
 * own: what is signed holds the host that the passkey was made for (docs/decisions/identity.md).
 */
export function siteOf(
  { header, secure }: Pick<HandlerRequest, 'header' | 'secure'>,
  trustProxy: number,
): Site {
  const host = hostOf(header, trustProxy);
  const origins = [`https://${host}`, ...(secure ? [] : [`http://${host}`])];
  return { rpId: host.replace(/:\d+$/, ''), origins };
}
