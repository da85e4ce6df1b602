import { z } from 'zod';

/** The actor of an event. `system`: the process manager, which finishes interrupted commands. */
export const actorRoles = ['member', 'manager', 'admin', 'system'] as const;
export type ActorRole = (typeof actorRoles)[number];

/**
 * Metadata stated by the writer of an event: ids and codes only, never personal data.
 *
 * - `commandId`: the command that caused this event; a stream that holds it has already executed the command.
 * - `correlationId`: the id shared by all events of one action (the trade's id, otherwise the command's id).
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
