import { signUpFields } from '@matgyo/contracts/endpoints/sign-up-fields';
import { readDraft } from './draft.ts';

/** What is typed over the steps. The photo is kept beside it: a file is not text. */
const empty = {
  phone: '',
  nickname: '',
  username: '',
  password: '',
  confirmPassword: '',
  fullName: '',
  dob: '',
  bankName: '',
  bankAccount: '',
  tetherAddress: '',
  referralCode: '',
  telegram: '',
};

export type SignUpForm = typeof empty;
export type SignUpField = keyof SignUpForm;

/** What was typed before; an invitation's code where none was. */
export function startingForm(invitedWith: string): SignUpForm {
  const form = { ...empty, ...readDraft() };
  return form.referralCode === '' ? { ...form, referralCode: invitedWith } : form;
}

export const stepNames = ['phone', 'account', 'person', 'wallet', 'photo'] as const;
export type StepName = (typeof stepNames)[number];

export const stepFields: Record<StepName, readonly SignUpField[]> = {
  phone: ['phone'],
  account: ['nickname', 'username', 'password', 'confirmPassword'],
  person: ['fullName', 'dob', 'bankName', 'bankAccount'],
  wallet: ['tetherAddress', 'referralCode', 'telegram'],
  photo: [],
};

/** The step that asks for a field; what belongs to none comes last. */
export const stepOf = (field: string): StepName =>
  stepNames.find((step) => stepFields[step].some((each) => each === field)) ?? 'photo';

/** The first step that is not done: later steps cannot be opened, not by their address either. */
export function firstOpenStep(form: SignUpForm, phoneVerified: boolean): StepName {
  if (!phoneVerified) return 'phone';
  const result = signUpFields.safeParse(form);
  const faulty = new Set(
    result.success ? [] : result.error.issues.map(({ path }) => stepOf(String(path[0]))),
  );
  // The second password is optional to the server, which other clients may leave out; not here.
  if (form.confirmPassword !== form.password) faulty.add('account');
  return stepNames.find((step) => faulty.has(step)) ?? 'photo';
}
