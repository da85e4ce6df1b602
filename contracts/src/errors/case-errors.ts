import type { StatedError } from './error-text.ts';

/** Errors of cases: disputes about a match. */
export const caseErrors = {
  TRADE_IN_CASE: {
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
  RULING_EXCEEDS_MATCH: {
    status: 422,
    en: 'A ruling cannot complete more than the matched amount.',
    ko: '매칭된 수량보다 많은 수량은 완료로 판정할 수 없어요.',
  },
  REASONS_CONTRADICT: {
    status: 422,
    en: 'These grounds contradict each other.',
    ko: '서로 반대되는 판정 근거는 함께 선택할 수 없어요.',
  },
  CASE_CLOSED: { en: 'This dispute has ended.', ko: '종료된 분쟁이에요.' },
  CASE_TAKEN: { en: 'An admin is already handling this dispute.', ko: '이미 담당 관리자가 있는 분쟁이에요.' },
  CASE_NOT_TAKEN: { en: 'No admin is handling this dispute yet.', ko: '아직 담당 관리자가 없는 분쟁이에요.' },
  CASE_NOT_YOURS: {
    status: 403,
    en: 'Only the party that opened this dispute can drop it.',
    ko: '분쟁을 신청한 쪽만 취하할 수 있어요.',
  },
  NO_RULING: {
    en: 'There is no ruling on this dispute that you could appeal against yet.',
    ko: '이의를 신청할 수 있는 판정이 아직 없어요.',
  },
  APPEAL_NOT_YOURS: {
    status: 403,
    en: 'Only the seller or buyer whom the ruling went against can appeal.',
    ko: '판정이 불리하게 나온 판매자나 구매자만 이의를 신청할 수 있어요.',
  },
  ALREADY_APPEALED: {
    en: 'This ruling has already been appealed. It can be appealed only once.',
    ko: '이 판정에는 이미 이의신청이 있었어요. 이의신청은 한 번만 할 수 있어요.',
  },
  APPEAL_TOO_LATE: { en: 'The 72 hours for an appeal are over.', ko: '이의신청 기한 72시간이 지났어요.' },
  APPEAL_NEEDS_ANOTHER_ADMIN: {
    status: 403,
    en: 'You made or approved the ruling. Another admin decides on the appeal.',
    ko: '직접 판정했거나 승인한 분쟁이에요. 이의신청은 다른 관리자가 결정해요.',
  },
  APPEAL_NEEDS_REVERSAL: {
    en: 'This trade is completed. To overturn its ruling, reverse the trade.',
    ko: '완료된 거래예요. 판정을 번복하려면 거래를 정정해 주세요.',
  },
  TOO_MANY_CASES: {
    en: 'You cannot open more disputes on this match. Please contact the admin.',
    ko: '이 매칭에는 분쟁을 더 신청할 수 없어요. 관리자에게 문의해 주세요.',
  },
  TOO_MANY_STATEMENTS: {
    en: 'You cannot add more statements to this dispute.',
    ko: '이 분쟁에는 설명을 더 추가할 수 없어요.',
  },
} as const satisfies Readonly<Record<string, StatedError>>;
