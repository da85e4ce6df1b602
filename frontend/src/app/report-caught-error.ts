import { isFailure } from '../api/call-failure.ts';

/** What an error boundary shows is told to the console too, unless it is an answer: that a page is not for somebody. */
export function reportCaughtError(
  error: unknown,
  where: { readonly componentStack?: string | undefined },
): void {
  if (!isFailure(error, 'FORBIDDEN')) console.error(error, where.componentStack);
}
