import { z } from 'zod';
import { memberIdSchema } from '../schemas/ids.ts';
import { approvalMark } from './approval-events.ts';
import type { EventsOf } from './event.ts';

const memberId = memberIdSchema;

export const roles = ['admin', 'manager'] as const;
export type Role = (typeof roles)[number];

/** A referral code is a code, not a name: short, without spaces or control characters. */
export const referralCodeSchema = z.string().regex(/^[^\s\p{C}]{1,40}$/u);

/** Set if the change grants a role or revokes an admin's: the second admin's approval. */
const changed = z.object({ memberId, approval: approvalMark });

/** Events of `member-<id>`, version 1 each: ids and codes only. */
export const memberEventSchemas = {
  /** `referralCode` is the one given at sign-up, `inviteCode` the member's own. A new account is inactive. */
  MemberRegistered: z.object({
    memberId,
    referralCode: referralCodeSchema.nullable(),
    inviteCode: z.string().min(1),
  }),
  MemberActivated: changed,
  MemberDeactivated: changed,
  RoleGranted: changed.extend({ role: z.enum(roles) }),
  RoleRevoked: changed.extend({ role: z.enum(roles) }),
  ReferralCodeChanged: z.object({ memberId, referralCode: referralCodeSchema }),
} as const;

export type MemberEvent = EventsOf<typeof memberEventSchemas>;
