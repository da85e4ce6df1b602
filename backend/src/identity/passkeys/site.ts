import type { Config } from '../../config.ts';
import { hostOf } from '../../platform/http/foreign-origin.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';

/** The relying party of a request, in WebAuthn's terms. */
export interface Site {
  readonly rpId: string;
  readonly origins: readonly string[];
}

type SiteConfig = Pick<Config, 'trustProxy' | 'production' | 'port'>;

/** The host is the request's; in production its port is not, because no signature covers it (docs/decisions/identity.md). */
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
