import {
  bankAccountField,
  bankNameField,
  phoneField,
  referralCodeField,
  telegramField,
  tetherAddressField,
} from '@matgyo/contracts/endpoints/member-fields';
import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { readablePhone } from '../../../format/phone.ts';
import type { MemberEdit } from './member-queries.ts';

/** The editable texts, in display order, with their rules of the specification's section 5. */
const rules = {
  phone: phoneField,
  telegram: telegramField,
  referralCode: referralCodeField,
  bankName: bankNameField,
  bankAccount: bankAccountField,
  tetherAddress: tetherAddressField,
} as const;
export type TextFieldName = keyof typeof rules;
export const textFields = Object.keys(rules) as readonly TextFieldName[];

/** What is being made of a member: texts as typed, flags as ticked. */
export type MemberDraft = Record<TextFieldName, string> & Pick<MemberView, 'status' | 'admin' | 'manager'>;

const flags = ['status', 'admin', 'manager'] as const;
export type DraftField = TextFieldName | (typeof flags)[number];
const draftFields: readonly DraftField[] = [...textFields, ...flags];

export const draftOf = (member: MemberView): MemberDraft => ({
  phone: readablePhone(member.phone ?? ''),
  telegram: member.telegram,
  referralCode: member.referralCode ?? '',
  bankName: member.bankName,
  bankAccount: member.bankAccount,
  tetherAddress: member.tetherAddress,
  status: member.status,
  admin: member.admin,
  manager: member.manager,
});

export const changedFields = (from: MemberDraft, to: MemberDraft): readonly DraftField[] =>
  draftFields.filter((field) => from[field] !== to[field]);

export function brokenRule(field: TextFieldName, text: string): ErrorCode | undefined {
  const result = rules[field].safeParse(text);
  return result.success ? undefined : (result.error.issues[0]?.message as ErrorCode);
}

/**
 * Only what was changed, so that two people who edit different fields do not undo each other. A bank account is sent as
 * a number (specification, section 5) where a number says it whole; one with leading zeros, or too long to be exact, as
 * text.
 */
export function editOf(base: MemberDraft, draft: MemberDraft): MemberEdit {
  const edit: Record<string, string | number | boolean> = {};
  for (const field of changedFields(base, draft)) {
    const value = draft[field];
    edit[field] =
      field === 'bankAccount' && String(Number(value)) === value && Number.isSafeInteger(Number(value))
        ? Number(value)
        : typeof value === 'string'
          ? value.trim()
          : value;
  }
  return edit as MemberEdit;
}
