import { z } from 'zod';

/** Who caused an event. `system`: the process manager, which finishes interrupted commands. */
export const actorRoles = ['member', 'manager', 'admin', 'system'] as const;
export type ActorRole = (typeof actorRoles)[number];

/**
 * What the writer of an event states about it. It holds ids and codes only, never personal data.
 *
 * - `commandId`: the command this event answers; a stream that holds it has already carried the command out.
 * - `correlationId`: the id shared by all events of one action (the trade's id, or else the command's id).
 * - `causationId`: the command or event that directly caused this event.
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
