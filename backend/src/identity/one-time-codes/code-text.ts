import type { Language } from '@matgyo/contracts/errors/index';
import type { CodeSubject } from './code-store.ts';

/** How long a code is valid. */
export const codeMinutes = 3;

/** States what a code does, so that members do not give one away for another purpose. */
const texts: Readonly<Record<'other' | 'recovery', Readonly<Record<Language, (code: string) => string>>>> = {
  other: {
    ko: (code) =>
      `[맞교환] 인증번호 ${code}. ${codeMinutes}분 안에 입력해 주세요. 누구에게도 알려 주지 마세요.`,
    en: (code) =>
      `[Matgyo] Your code is ${code}. Enter it within ${codeMinutes} minutes. Never tell it to anyone.`,
  },
  recovery: {
    ko: (code) => `[맞교환] 비밀번호 재설정 인증번호 ${code}. 요청하지 않았다면 누구에게도 알려 주지 마세요.`,
    en: (code) => `[Matgyo] Your code for a new password is ${code}. Never tell it to anyone.`,
  },
};

export const codeText = (
  purpose: Exclude<CodeSubject['purpose'], 'payout'>,
  code: string,
  language: Language,
): string => texts[purpose === 'recovery' ? purpose : 'other'][language](code);
