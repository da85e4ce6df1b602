import { z } from 'zod';
import { chatErrors } from './chat-errors.ts';
import { deskErrors } from './desk-errors.ts';
import type { ErrorText } from './error-text.ts';
import { inquiryErrors } from './inquiry-errors.ts';
import { memberErrors } from './member-errors.ts';
import { notificationErrors } from './notification-errors.ts';
import { orderErrors } from './order-errors.ts';
import { requestErrors } from './request-errors.ts';

const catalogue = {
  ...requestErrors,
  ...memberErrors,
  ...orderErrors,
  ...inquiryErrors,
  ...deskErrors,
  ...notificationErrors,
  ...chatErrors,
} as const;

/** The stable word by which a client knows an error and acts on it. */
export type ErrorCode = keyof typeof catalogue;

export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

export const errorTextOf = (code: ErrorCode): ErrorText => catalogue[code];
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];

/**
 * The body of every failed answer. `error` is a sentence in the caller's language, `message` the same in the
 * specification's English, `details` what a client needs to go on (a new price, what has changed, which field).
 */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
