import { z } from 'zod';
import { sides } from '../ids.ts';
import { timestamp } from './order-views.ts';

/** The pending consent of an offered match: whose it is, who has accepted, and when it expires. */
export const consentView = z.object({
  of: z.array(z.enum(sides)),
  given: z.array(z.enum(sides)),
  until: timestamp,
});
export type ConsentView = z.output<typeof consentView>;

export const offerAnswerBody = z.object({ accept: z.boolean() });
