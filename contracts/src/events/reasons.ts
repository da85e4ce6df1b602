import { z } from 'zod';

/** Why an order was refused, rejected or cancelled. Codes only: free text would be personal data in the log. */
export const reasonCode = z.string().regex(/^[A-Z][A-Z0-9_]{1,39}$/);
