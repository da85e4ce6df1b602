import { z } from 'zod';
import { accountStates } from '../account-states.ts';
import { noSecondAdmin } from '../approvals.ts';
import { memberPaths } from '../paths/members.ts';
import { usdtSchema } from '../schemas/money.ts';
import { memberParams, searchText } from './client-values.ts';
import { confirmAlone, endpoint, messageResponse, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import {
  accountStatuses,
  bankAccountField,
  bankNameField,
  phoneField,
  referralCodeField,
  telegramField,
  tetherAddressField,
} from './member-fields.ts';
import { count, waitingCount } from './order-views.ts';
import { signUpFields } from './sign-up-fields.ts';

/**
 * A member with the field names of the specification (section 3), as seen by the member, admins and, for plain members,
 * managers.
 *
 * - `phone` is E.164; null for an account created at the first start.
 * - `bankAccount` is a string of digits.
 * - `tetherIdImage` is the url of the ID photo for admins; null for others.
 * - `activatedAt` is when the account first became active; see `accountState`.
 * - `referralCode` is the one given at sign-up, `inviteCode` the member's own.
 * - `payoutWaitsUntil`: a change of bank account or wallet is waiting, and the earlier data is used; null: none is. It is used from
 *   then on, or, if `payoutNeedsConsent`, once the member confirms it or, after that time, an admin approves it.
 * - `revision` changes whenever any editable field changes. Opaque.
 */
export const memberView = z.object({
  _id: z.string(),
  username: z.string(),
  nickname: z.string(),
  fullName: z.string(),
  phone: z.string().nullable(),
  dob: z.string().nullable(),
  bankName: z.string(),
  bankAccount: z.string(),
  telegram: z.string(),
  tetherAddress: z.string(),
  referralCode: z.string().nullable(),
  inviteCode: z.string(),
  status: z.enum(accountStatuses),
  activatedAt: z.iso.datetime().nullable(),
  admin: z.boolean(),
  manager: z.boolean(),
  isVerified: z.boolean(),
  tetherIdImage: z.string().nullable(),
  createdAt: z.iso.datetime(),
  revision: z.string(),
  payoutWaitsUntil: z.iso.datetime().nullable(),
  payoutNeedsConsent: z.boolean(),
});
export type MemberView = z.output<typeof memberView>;

/** ID photos straight from a phone's camera. */
export const imageBytesMax = 10 * 1024 * 1024;

const fieldErrors = [
  'PHONE_INVALID',
  'PHONE_TAKEN',
  'BANK_NAME_REQUIRED',
  'BANK_ACCOUNT_INVALID',
  'TETHER_ADDRESS_REQUIRED',
  'TETHER_ADDRESS_INVALID',
  'REFERRAL_CODE_REQUIRED',
  'REFERRAL_CODE_INVALID',
  'TELEGRAM_REQUIRED',
  'TELEGRAM_INVALID',
] as const;

const signUpErrors = [
  'NICKNAME_REQUIRED',
  'NICKNAME_INVALID',
  'NICKNAME_TAKEN',
  'USERNAME_RESERVED',
  'FULL_NAME_REQUIRED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_INVALID',
  'PASSWORD_MISMATCH',
  'DOB_REQUIRED',
  'DOB_INVALID',
  'PHONE_UNVERIFIED',
  'IMAGE_REQUIRED',
  'IMAGE_INVALID',
  'IMAGE_EXPIRED',
  ...fieldErrors,
  'CHALLENGE_REQUIRED',
] as const;

const nicknameParams = z.object({ nickname: z.string().min(1).max(100) });

const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]);

/** The editable fields with a rule each. */
export const editedFields = z.object({
  phone: phoneField,
  telegram: telegramField,
  referralCode: referralCodeField,
  bankName: bankNameField,
  bankAccount: bankAccountField,
  tetherAddress: tetherAddressField,
});

const orEmpty = <Field extends z.ZodType<string>>(field: Field) =>
  z.union([z.literal(['', null]).transform(() => ''), field]).optional();

/**
 * The editable fields; each is optional, and one that is empty may be sent as '' or null. The user object of the
 * specification's clients also carries username, nickname, full name and date of birth: another value than the member's
 * is refused with MEMBER_FIELD_READ_ONLY.
 */
const memberEdit = z.object({
  username: z.string().optional(),
  nickname: z.string().optional(),
  fullName: z.string().optional(),
  dob: z.string().nullable().optional(),
  phone: orEmpty(phoneField),
  telegram: orEmpty(telegramField),
  referralCode: orEmpty(referralCodeField),
  bankName: orEmpty(bankNameField),
  bankAccount: orEmpty(bankAccountField),
  tetherAddress: orEmpty(tetherAddressField),
  status: z.enum(accountStatuses).optional(),
  admin: flag.optional(),
  manager: flag.optional(),
  /**
   * The member's `revision` as the caller saw it: if it has changed and something is left to edit, the call is refused
   * with MEMBER_CHANGED and the current data. If missing, nothing is compared.
   */
  expectedRevision: z.string().max(100).optional(),
  confirmAlone,
  storedLanguage,
});

const payout = z.object({ bankName: z.string(), bankAccount: z.string(), tetherAddress: z.string() });
/** What ended the wait of a change: the member's code, an admin's approval, its rejection by member or staff, a later change. */
const payoutOutcomes = ['confirmed', 'approved', 'rejected', 'replaced'] as const;
export type PayoutOutcome = (typeof payoutOutcomes)[number];

/** A waiting change, as in `next.id` of the payment methods. */
export const payoutChangeId = z.string().regex(/^[0-9]{1,18}$/, 'PAYOUT_CHANGE_OVER');
const payoutParams = z.object({ id: payoutChangeId });
const person = z.object({ _id: z.string(), nickname: z.string() });

/**
 * `approvableFrom`: the end of its 24 hours. `consent`: as whose approval the caller's would count; null: they may not
 * approve it.
 */
const waitingPayout = z.object({
  _id: z.string(),
  member: person,
  changedBy: person,
  changedAt: z.iso.datetime(),
  approvableFrom: z.iso.datetime(),
  /** What is in use. Null: unreadable. */
  before: payout.nullable(),
  after: payout,
  consent: z.enum(['second-admin', noSecondAdmin]).nullable(),
});

const memberList = pageOf(memberView);

/**
 * `search` is part of a nickname or full name, case-insensitive, or at least four digits of a phone number; blank matches
 * all. `inactive`: `awaiting` or `deactivated`.
 * `member`: neither manager nor admin.
 */
const searchQuery = pageQuery.extend({
  search: searchText,
  status: z.enum([...accountStates, 'inactive']).optional(),
  role: z.enum(['admin', 'manager', 'member']).optional(),
});

export const memberEndpoints = {
  signUp: endpoint(memberPaths.signUp, {
    summary:
      'Signs up. The phone is verified first; the account starts inactive. Status and roles in the form are ignored.',
    body: signUpFields,
    upload: { field: 'tetherIdImage', required: false, bytesMax: imageBytesMax },
    response: z.object({ message: z.string(), user: memberView }),
    success: 201,
    errors: signUpErrors,
  }),
  listMembers: endpoint(memberPaths.listMembers, {
    summary:
      'Members, newest first: all for an admin, plain members without images for a manager, else oneself.',
    query: searchQuery,
    response: memberList,
  }),
  listReferredMembers: endpoint(memberPaths.listReferredMembers, {
    summary:
      "Plain members who signed up with the caller's invite code, newest first; `all` widens to every one.",
    query: searchQuery.extend({ all: flag.default(false) }),
    response: memberList,
  }),
  awaitingMembers: endpoint(memberPaths.awaitingMembers, {
    polled: true,
    summary: 'The number of accounts that await activation, and since when the oldest waits.',
    response: waitingCount,
  }),
  findMember: endpoint(memberPaths.findMember, {
    summary: 'One member: the caller, any for an admin, plain members for a manager.',
    params: nicknameParams,
    response: memberView,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  memberById: endpoint(memberPaths.memberById, {
    summary: 'One member by id, with their orders and trades.',
    params: memberParams,
    response: memberView.extend({
      activity: z.object({
        orders: count,
        /** Completed ones. */
        trades: count,
        /** In every state, as listed. */
        matches: count,
        sold: usdtSchema,
        bought: usdtSchema,
        fees: usdtSchema,
        /** How many members signed up with this member's invite code. */
        invited: count,
      }),
      /** Null: a change is waiting, and the data in use is unreadable. */
      payoutInUse: payout.nullable(),
      /**
       * The data in use before each change, newest first: until `settledAt`, or `effectiveAt` without an outcome.
       * `effectiveAt` null: not without consent.
       */
      payoutChanges: z.array(
        z.object({
          changedAt: z.iso.datetime(),
          effectiveAt: z.iso.datetime().nullable(),
          changedBy: z.string().nullable(),
          before: payout.nullable(),
          outcome: z.enum(payoutOutcomes).nullable(),
          settledAt: z.iso.datetime().nullable(),
        }),
      ),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),
  waitingPayouts: endpoint(memberPaths.waitingPayouts, {
    summary:
      'Changes of bank accounts and wallets by staff that wait for consent, oldest first; at most 100.',
    response: z.object({ items: z.array(waitingPayout) }),
  }),
  approvePayout: endpoint(memberPaths.approvePayout, {
    summary:
      'Approves a change of bank account or wallet by staff, 24 hours after it: it is used from now on. Neither who made it, or one that it replaced, nor the member may, unless there is no other admin.',
    params: payoutParams,
    body: z.object({ confirmAlone, storedLanguage }),
    response: messageResponse,
    stepUp: true,
    errors: ['PAYOUT_CHANGE_OVER', 'PAYOUT_CHANGE_HELD', 'PAYOUT_CHANGE_OWN', 'CONFIRM_ALONE'],
  }),
  refusePayout: endpoint(memberPaths.refusePayout, {
    summary: 'Rejects a waiting change of bank account or wallet by staff: what is in use stays.',
    params: payoutParams,
    response: messageResponse,
    errors: ['PAYOUT_CHANGE_OVER'],
  }),
  editMember: endpoint(memberPaths.editMember, {
    summary:
      'Edits a member. A manager edits plain members only; `admin` and `manager` are for admins. No one edits the other party of their own match in progress. Ends the sessions of a member who is deactivated or whose role changes. Roles, phones, bank accounts and wallets ask for a step-up; one’s own phone for one since signing in.',
    params: nicknameParams,
    body: memberEdit,
    response: z.object({ message: z.string(), user: memberView }),
    ledger: true,
    errors: [
      ...([
        'MEMBER_NOT_FOUND',
        'MEMBER_FIELD_READ_ONLY',
        'MEMBER_CHANGED',
        'REFERRAL_CODE_OWN',
        'ADMIN_PHONE_OWN',
        'COUNTERPART_OWN',
        'LAST_ADMIN',
        'APPROVAL_NEEDED',
        'CONFIRM_ALONE',
      ] as const),
      ...(['STEP_UP_REQUIRED', ...fieldErrors] as const),
    ],
  }),
  checkNickname: endpoint(memberPaths.checkNickname, {
    summary: 'Whether a nickname is taken, regardless of case.',
    params: nicknameParams,
    response: z.object({ exists: z.boolean() }),
  }),
} as const;
