import { z } from 'zod';

/** Who caused an event. `system` is the process manager finishing what somebody started. */
export const actorRoles = ['member', 'manager', 'admin', 'system'] as const;
export type ActorRole = (typeof actorRoles)[number];

/**
 * What the writer of an event states about it. It holds ids and codes only, never personal data.
 *
 * - `commandId`: the command this event answers; a stream that holds it has already carried the command out.
 * - `correlationId`: the id shared by everything one act caused (a trade's id, else the command's id).
 * - `causationId`: the command or event that led here directly.
 * - `at`: ISO 8601 in UTC with milliseconds, by the writer's clock. The log's order is not the order of `at`.
 */
export const eventMetadataSchema = z.object({
  commandId: z.uuid(),
  correlationId: z.string().min(1),
  causationId: z.string().min(1),
  actorId: z.string().min(1),
  actorRole: z.enum(actorRoles),
  at: z.iso.datetime({ precision: 3 }),
  schemaVersion: z.int().positive(),
});
export type EventMetadata = z.infer<typeof eventMetadataSchema>;
