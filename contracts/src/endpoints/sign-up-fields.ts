import { z } from 'zod';
import { plainName } from '../unseen-characters.ts';
import { storedLanguage } from './endpoint.ts';
import {
  bankAccountField,
  bankNameField,
  dobField,
  fullNameField,
  nicknameField,
  passwordField,
  phoneField,
  referralCodeField,
  telegramField,
  tetherAddressField,
} from './member-fields.ts';

/**
 * What signing up takes: sent with a form as text, with JSON as what it is. In a file of its own because the web
 * client checks its form against it, and what else a module defines comes along.
 */
export const signUpFields = z
  .object({
    nickname: nicknameField,
    fullName: fullNameField,
    password: passwordField,
    confirmPassword: z.string().max(200).optional(),
    dob: dobField,
    phone: phoneField,
    bankName: bankNameField,
    bankAccount: bankAccountField,
    tetherAddress: tetherAddressField,
    referralCode: referralCodeField,
    telegram: telegramField,
    username: z.string().overwrite(plainName).trim().max(100).optional(),
    /** The url that `POST /upload` answered, unless the image itself comes along as a file. */
    tetherIdImage: z.string().max(300).optional(),
    storedLanguage,
  })
  .refine((form) => form.confirmPassword === undefined || form.confirmPassword === form.password, {
    error: 'PASSWORD_MISMATCH',
    path: ['confirmPassword'],
    // Also while other fields are wrong, so that a form can mark everything at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
