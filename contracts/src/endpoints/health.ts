import { z } from 'zod';
import { healthPaths } from '../paths/health.ts';
import { signingRefusal } from '../proofs.ts';
import { endpoint } from './endpoint.ts';

export const healthEndpoints = {
  live: endpoint(healthPaths.live, {
    summary: 'The process answers.',
    response: z.object({ status: z.literal('live') }),
  }),
  ready: endpoint(healthPaths.ready, {
    summary: 'Postgres and the event log answer, and the read models are close behind it; else 503.',
    response: z.object({
      status: z.literal('ready'),
      /** By read model: seconds behind the log, and whether it halted. */
      projections: z.record(z.string(), z.object({ lagSeconds: z.number().nullable(), halted: z.boolean() })),
      /** Whether this process signs the end of the ledger; if not, why and since when. */
      signing: z.object({ refused: signingRefusal.nullable() }),
    }),
    errors: ['UNAVAILABLE'],
  }),
} as const;
