import { z } from 'zod';
import { plainName } from '../unseen-characters.ts';
import { storedLanguage } from './endpoint.ts';
import {
  bankAccountField,
  bankNameField,
  dobField,
  fullNameField,
  newPassword,
  nicknameField,
  passwordConfirmed,
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
    ...newPassword,
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
  .refine(...passwordConfirmed);
