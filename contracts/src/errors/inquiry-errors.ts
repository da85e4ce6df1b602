import { conflict, invalid, notFound } from './error-text.ts';

/** Errors of inquiries (specification, sections 5 and 8). */
export const inquiryErrors = {
  /** The specification's only text for a refused inquiry; `details.fields` has the reason. */
  INQUIRY_NOT_SUBMITTED: invalid(
    'Failed to submit inquiry',
    '문의를 접수하지 못했어요. 문의 유형과 내용을 확인해 주세요.',
  ),
  INQUIRY_NOT_FOUND: notFound('Inquiry not found.', '문의를 찾을 수 없어요.'),
  INQUIRY_NOT_PENDING: conflict(
    'This inquiry has already been answered or closed.',
    '이미 답변을 받았거나 종료된 문의예요.',
  ),
  INQUIRY_CLOSED: conflict('This inquiry is closed.', '종료된 문의예요.'),
  INQUIRY_FULL: conflict('This inquiry cannot take more comments.', '이 문의에는 답변을 더 남길 수 없어요.'),
  COMMENT_REQUIRED: invalid('Please enter a comment.', '답변 내용을 입력해 주세요.'),
};
