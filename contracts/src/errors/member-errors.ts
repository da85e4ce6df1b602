import type { ErrorText } from './error-text.ts';

/** Errors of accounts, sign-up, sign-in and codes (specification, sections 5 and 8). */
export const memberErrors = {} as const satisfies Readonly<Record<string, ErrorText>>;
