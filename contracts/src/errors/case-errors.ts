import type { ErrorText } from './error-text.ts';

/** Errors of cases: disputes about a match. */
export const caseErrors = {
  TRADE_IN_CASE: {
    status: 409,
    en: 'A dispute is open on this match. The match continues once the dispute has ended.',
    ko: '분쟁이 진행 중인 매칭이에요. 분쟁이 끝난 뒤 진행할 수 있어요.',
  },
  CASE_NOT_FOUND: { status: 404, en: 'Dispute not found.', ko: '분쟁을 찾을 수 없어요.' },
  CASE_NEEDS_REASON: {
    status: 422,
    en: 'Please choose what the dispute is about.',
    ko: '분쟁 사유를 선택해 주세요.',
  },
  STATEMENT_REQUIRED: {
    status: 422,
    en: 'Please describe what happened.',
    ko: '어떤 문제가 있었는지 입력해 주세요.',
  },
  STATEMENT_TOO_LONG: {
    status: 422,
    en: 'This text is too long. Please keep it to 2,000 characters.',
    ko: '내용이 너무 길어요. 2,000자 이내로 입력해 주세요.',
  },
  RULING_NEEDS_REASON: {
    status: 422,
    en: 'Please choose the basis for the ruling.',
    ko: '판정 근거를 선택해 주세요.',
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
    en: 'Only the party that opened this dispute can drop it.',
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
