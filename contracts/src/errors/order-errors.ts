import type { ErrorText } from './error-text.ts';

/** Errors of orders, matches, the price and reports (specification, sections 5 and 8). */
export const orderErrors = {} as const satisfies Readonly<Record<string, ErrorText>>;
