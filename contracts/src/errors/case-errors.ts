import { conflict, forbidden, invalid, notFound } from './error-text.ts';

export const caseErrors = {
  TRADE_IN_CASE: conflict(
    'A dispute is open on this match. The match continues once the dispute has ended.',
    '분쟁이 진행 중인 매칭이에요. 분쟁이 끝난 뒤 진행할 수 있어요.',
  ),
  CASE_NOT_FOUND: notFound('Dispute not found.', '분쟁을 찾을 수 없어요.'),
  CASE_NEEDS_REASON: invalid('Please choose what the dispute is about.', '분쟁 사유를 선택해 주세요.'),
  STATEMENT_REQUIRED: invalid('Please describe what happened.', '어떤 문제가 있었는지 입력해 주세요.'),
  STATEMENT_TOO_LONG: invalid(
    'This text is too long. Please keep it to 2,000 characters.',
    '내용이 너무 길어요. 2,000자 이내로 입력해 주세요.',
  ),
  RULING_NEEDS_REASON: invalid('Please choose the basis for the ruling.', '판정 근거를 선택해 주세요.'),
  RULING_EXCEEDS_MATCH: invalid(
    'A ruling cannot complete more than the matched amount.',
    '매칭된 수량보다 많은 수량은 완료로 판정할 수 없어요.',
  ),
  REASONS_CONTRADICT: invalid(
    'These grounds contradict each other. Please choose one of them.',
    '서로 반대되는 판정 근거예요. 하나만 선택해 주세요.',
  ),
  CASE_CLOSED: conflict('This dispute has ended.', '종료된 분쟁이에요.'),
  CASE_TAKEN: conflict('An admin is already handling this dispute.', '이미 담당 관리자가 있는 분쟁이에요.'),
  CASE_NOT_TAKEN: conflict(
    'No admin is handling this dispute yet. Take it to make a ruling.',
    '아직 담당 관리자가 없는 분쟁이에요. 판정하려면 먼저 담당해 주세요.',
  ),
  CASE_NOT_YOURS: forbidden(
    'Only the person who opened this dispute can drop it.',
    '분쟁을 신청한 사람만 취하할 수 있어요.',
  ),
  NO_RULING: conflict(
    'There is no ruling on this dispute that you could appeal against yet.',
    '이의를 신청할 수 있는 판정이 아직 없어요.',
  ),
  APPEAL_NOT_YOURS: forbidden(
    'Only the seller or buyer whom the ruling went against can appeal.',
    '판정이 불리하게 나온 판매자나 구매자만 이의를 신청할 수 있어요.',
  ),
  ALREADY_APPEALED: conflict(
    'This ruling has already been appealed. It can be appealed only once.',
    '이 판정에는 이미 이의신청이 있었어요. 이의신청은 한 번만 할 수 있어요.',
  ),
  APPEAL_TOO_LATE: conflict('The 72 hours for an appeal are over.', '이의신청 기한 72시간이 지났어요.'),
  APPEAL_NEEDS_ANOTHER_ADMIN: forbidden(
    'You made or approved the ruling. Another admin decides on the appeal.',
    '직접 판정했거나 승인한 분쟁이에요. 이의신청은 다른 관리자가 결정해요.',
  ),
  APPEAL_NEEDS_REVERSAL: conflict(
    'This trade is completed. To overturn its ruling, reverse the trade.',
    '완료된 거래예요. 판정을 번복하려면 거래를 정정해 주세요.',
  ),
  NO_OPEN_APPEAL: conflict(
    'There is no open appeal on this trade. Please choose another reason.',
    '이 거래에는 처리 중인 이의신청이 없어요. 다른 사유를 선택해 주세요.',
  ),
  TOO_MANY_CASES: conflict(
    'You cannot open more disputes on this match. Please ask in the support chat.',
    '이 매칭에는 분쟁을 더 신청할 수 없어요. 1:1 문의로 알려 주세요.',
  ),
  STATEMENTS_ADDED: conflict(
    'A statement has been added meanwhile. Please read it and try again.',
    '그사이 설명이 추가됐어요. 읽어 보고 다시 시도해 주세요.',
  ),
  TOO_MANY_STATEMENTS: conflict(
    'You cannot add more statements to this dispute. If something important is missing, use the support chat.',
    '이 분쟁에는 설명을 더 추가할 수 없어요. 꼭 알릴 내용이 있으면 1:1 문의로 남겨 주세요.',
  ),
};
