import type { Config } from '../../config.ts';
import { hostOf } from '../../platform/http/foreign-origin.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';

/** The relying party of a request, in WebAuthn's terms. */
export interface Site {
  readonly rpId: string;
  readonly origins: readonly string[];
}

type SiteConfig = Pick<Config, 'trustProxy' | 'production' | 'port'>;

/**
 * The name of the host is the request's: what is signed holds the name that the passkey was made for. Nothing signed
 * holds a port, so a page at another port of the host could have its visitors sign and name its own port here. In
 * production the origin is therefore that of HTTPS without a port; without HTTPS browsers make passkeys for `localhost`
 * only, and there it is the program's own port (docs/decisions/identity.md).
 */
export function siteOf(
  { header }: Pick<HandlerRequest, 'header'>,
  { trustProxy, production, port }: SiteConfig,
): Site {
  const host = hostOf(header, trustProxy);
  const rpId = host.replace(/:\d+$/, '');
  if (!production) return { rpId, origins: [`https://${host}`, `http://${host}`] };
  const local = rpId === 'localhost' ? [new URL(`http://localhost:${port}`).origin] : [];
  return { rpId, origins: [`https://${rpId}`, ...local] };
}
