import type { ErrorText } from './error-text.ts';

/** Errors of cases: disputes about a match. */
export const caseErrors = {
  TRADE_IN_CASE: {
    status: 409,
    en: 'A dispute is open on this match. It goes on when the dispute has ended.',
    ko: '분쟁이 진행 중인 매칭이에요. 분쟁이 끝난 뒤 진행할 수 있어요.',
  },
  CASE_CLOSED: { status: 409, en: 'This dispute has ended.', ko: '종료된 분쟁이에요.' },
  CASE_TAKEN: {
    status: 409,
    en: 'An admin is already handling this dispute.',
    ko: '이미 담당 관리자가 있는 분쟁이에요.',
  },
  CASE_NOT_TAKEN: {
    status: 409,
    en: 'No admin is handling this dispute yet.',
    ko: '아직 담당 관리자가 없는 분쟁이에요.',
  },
  CASE_NOT_YOURS: {
    status: 403,
    en: 'Only who opened this dispute can withdraw it.',
    ko: '분쟁을 접수한 쪽만 취하할 수 있어요.',
  },
  TOO_MANY_CASES: {
    status: 409,
    en: 'You have opened too many disputes on this match. Please contact the admin.',
    ko: '이 매칭에 분쟁을 너무 많이 접수했어요. 관리자에게 문의해 주세요.',
  },
  TOO_MANY_STATEMENTS: {
    status: 409,
    en: 'You have added too many statements to this dispute.',
    ko: '이 분쟁에 진술을 너무 많이 남겼어요.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
