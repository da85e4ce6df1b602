type Headers = (name: string) => string | undefined;

/** The host that the client has called, as the proxy in front says it. */
export function hostOf(header: Headers, trustProxy: number): string {
  const forwarded = trustProxy > 0 ? header('x-forwarded-host')?.split(',')[0]?.trim() : undefined;
  return forwarded || (header('host') ?? '');
}

/**
 * Whether a page of another host sent the request. Browsers always send the origin; other clients need not, as they
 * hold no user's cookies. `header` takes lower-case names.
 */
export function isForeignOrigin(header: Headers, trustProxy: number): boolean {
  const origin = header('origin') ?? '';
  if (origin === '') return false;
  if (!URL.canParse(origin)) return true;
  return new URL(origin).host !== hostOf(header, trustProxy);
}
