import { isFailure } from '../api/call-failure.ts';

/** Logs an error that an error boundary shows, unless it is a FORBIDDEN answer. */
export function reportCaughtError(
  error: unknown,
  where: { readonly componentStack?: string | undefined },
): void {
  if (!isFailure(error, 'FORBIDDEN')) console.error(error, where.componentStack);
}
