import type { Language } from '@matgyo/contracts/errors/index';

/** How long a code is valid. */
export const codeMinutes = 3;

/** The purpose that a message states for its code. */
export type CodeText = 'verification' | 'recovery';

/** States what a code does, so that members do not give one away for another purpose. */
const texts: Readonly<Record<CodeText, Readonly<Record<Language, (code: string) => string>>>> = {
  verification: {
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

export const codeText = (about: CodeText, code: string, language: Language): string =>
  texts[about][language](code);
