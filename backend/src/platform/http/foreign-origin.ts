/**
 * Whether a page of another host sent the request. Browsers always send the origin; other clients need not, as they
 * hold no user's cookies. `header` takes lower-case names.
 */
export function isForeignOrigin(header: (name: string) => string | undefined, trustProxy: number): boolean {
  const origin = header('origin') ?? '';
  if (origin === '') return false;
  if (!URL.canParse(origin)) return true;
  const forwarded = trustProxy > 0 ? header('x-forwarded-host')?.split(',')[0]?.trim() : undefined;
  return new URL(origin).host !== (forwarded || (header('host') ?? ''));
}
