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
 * The sign-up form: text in a multipart form, typed values in JSON. In a separate file because the web client validates
 * its form with it, and a module's other definitions would be bundled too.
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
    /** The url returned by `POST /upload`, unless the image itself is sent as a file. */
    tetherIdImage: z.string().max(300).optional(),
    storedLanguage,
  })
  .refine((form) => form.confirmPassword === undefined || form.confirmPassword === form.password, {
    error: 'PASSWORD_MISMATCH',
    path: ['confirmPassword'],
    // Also while other fields are invalid, so that a form can mark all errors at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
