import { approvalErrors } from './approval-errors.ts';
import { caseErrors } from './case-errors.ts';
import { conversationErrors } from './conversation-errors.ts';
import type { ErrorText } from './error-text.ts';
import { memberErrors } from './member-errors.ts';
import { orderErrors } from './order-errors.ts';
import { reportErrors } from './report-errors.ts';
import { requestErrors } from './request-errors.ts';

const catalogue = {
  ...requestErrors,
  ...memberErrors,
  ...orderErrors,
  ...reportErrors,
  ...conversationErrors,
  ...caseErrors,
  ...approvalErrors,
};

/** The stable code of an error, on which clients act. */
export type ErrorCode = keyof typeof catalogue;

export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

export const errorTextOf = (code: ErrorCode): ErrorText => catalogue[code];
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];
