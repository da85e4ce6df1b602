import { z } from 'zod';
import { conflictsOfInterest } from '../ledger-refusals.ts';
import { reversalPaths } from '../paths/reversals.ts';
import { reversalReasons } from '../reversals.ts';
import { statementText } from './cases.ts';
import { tradeParams } from './client-values.ts';
import { confirmAlone, endpoint, messageResponse, storedLanguage } from './endpoint.ts';

/** `statement`: the reason as text for admins; stored outside the log. */
export const reversalBody = { reason: z.enum(reversalReasons), statement: statementText };

export const reversalErrors = [
  ...(['TRADE_NOT_FOUND', 'TRADE_NOT_COMPLETED', 'TRADE_REVERSED', 'NO_OPEN_APPEAL'] as const),
  ...(['STATEMENT_REQUIRED', 'STATEMENT_TOO_LONG'] as const),
  ...conflictsOfInterest,
] as const;

export const reversalEndpoints = {
  reverse: endpoint(reversalPaths.reverse, {
    summary:
      'Reverses a completed trade as a whole: its figures count as negative from now on, and past reports stay unchanged. If there is another admin who could approve it, request it with POST /approvals.',
    params: tradeParams,
    body: z.object({ ...reversalBody, confirmAlone, storedLanguage }),
    response: messageResponse,
    ledger: true,
    stepUp: true,
    errors: ['APPROVAL_NEEDED', 'CONFIRM_ALONE', ...reversalErrors],
  }),
} as const;
