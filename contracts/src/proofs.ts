import { z } from 'zod';

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const sha256OrNone = z.union([sha256Hex, z.literal('')]);
const keyId = z.string().regex(/^[0-9a-f]{32}$/);

/** The signed statement: the end of the log at a point in time. It has no position, so it is valid on every log. */
export const checkpointStatement = z.strictObject({
  format: z.literal('matgyo-checkpoint/1'),
  /** Counts from 1 without gaps. */
  sequence: z.int().positive(),
  madeAt: z.iso.datetime(),
  /** The hash of the previous statement; '' for the first. */
  previous: sha256OrNone,
  /** The last event of the log at that time. */
  eventId: z.uuid(),
  events: z.int().positive(),
  streams: z.int().positive(),
  /** Root of the Merkle tree over the heads of all streams (docs/ledger.md). */
  root: sha256Hex,
  /** Hashes of the lists of heads, of streams and of rooms, that changed since the previous checkpoint. */
  heads: z.array(sha256Hex),
  /** The last entry of the audit log; 0 and '' while it is empty. */
  audit: z.strictObject({ sequence: z.int().nonnegative(), hash: sha256OrNone }),
  /** The tree over the heads of all chat rooms; absent in statements from before rooms were covered. */
  rooms: z
    .strictObject({ rooms: z.int().nonnegative(), messages: z.int().nonnegative(), root: sha256Hex })
    .optional(),
  keyId,
});
export type CheckpointStatement = z.output<typeof checkpointStatement>;

export const signedCheckpoint = z.strictObject({
  statement: checkpointStatement,
  /** Ed25519 over the canonical JSON of the statement; base64. */
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
export type SignedCheckpoint = z.output<typeof signedCheckpoint>;

/**
 * The public key that verifies checkpoints: an Ed25519 key, SPKI in DER, base64. The id is the beginning of its
 * SHA-256.
 */
export const checkpointKey = z.strictObject({
  keyId,
  publicKey: z.string().regex(/^[A-Za-z0-9+/=]{40,100}$/),
});
export type CheckpointKey = z.output<typeof checkpointKey>;

/** One step of the path from a leaf of the tree to its root: the neighbour's hash, and its side. */
const pathStep = z.strictObject({ side: z.enum(['left', 'right']), hash: sha256Hex });
export type PathStep = z.output<typeof pathStep>;

/** Proof of a stream's head at a signed checkpoint: the path leads from the head to the signed root. */
export const inclusionProof = z.strictObject({
  stream: z.string(),
  revision: z.int().nonnegative(),
  hash: sha256Hex,
  path: z.array(pathStep).max(64),
});
export type InclusionProof = z.output<typeof inclusionProof>;

/** Why the signer stopped signing: the stored data does not continue what was signed. */
const signingRefusalReasons = [
  'witness-disagrees',
  'checkpoint-not-genuine',
  'log-cut',
  'log-rewritten',
  'chain-broken',
  'heads-changed',
  'room-rewritten',
] as const;

export const signingRefusal = z.strictObject({
  since: z.iso.datetime(),
  why: z.enum(signingRefusalReasons),
  /** The contradicting checkpoint, if there is one. */
  checkpoint: z.int().positive().nullable(),
  /** The streams concerned, as far as known. */
  subject: z.string().nullable(),
});
export type SigningRefusal = z.output<typeof signingRefusal>;
