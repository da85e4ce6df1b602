/**
 * Whether a page of another host sends this. Browsers always say whose page it is; what is no browser need not, and has
 * no user whose rights it could borrow. `header`: one of the request's, by its lower-case name.
 */
export function isForeignOrigin(header: (name: string) => string | undefined, trustProxy: number): boolean {
  const origin = header('origin') ?? '';
  if (origin === '') return false;
  if (!URL.canParse(origin)) return true;
  const forwarded = trustProxy > 0 ? header('x-forwarded-host')?.split(',')[0]?.trim() : undefined;
  return new URL(origin).host !== (forwarded || (header('host') ?? ''));
}
