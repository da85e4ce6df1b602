import { z } from 'zod';

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
