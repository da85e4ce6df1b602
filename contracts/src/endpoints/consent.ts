import { z } from 'zod';
import { sides } from '../ids.ts';
import { moment } from './order-views.ts';

/** The pending consent of an offered match: whose it is, who has accepted, and when it expires. */
export const consentView = z.object({
  of: z.array(z.enum(sides)),
  given: z.array(z.enum(sides)),
  until: moment,
});
export type ConsentView = z.output<typeof consentView>;

export const offerAnswerBody = z.object({ accept: z.boolean() });
