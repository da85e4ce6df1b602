import type { StatedError } from './error-text.ts';

/** Errors of inquiries (specification, sections 5 and 8). */
export const inquiryErrors = {
  /** The specification's only text for a refused inquiry; `details.fields` has the reason. */
  INQUIRY_NOT_SUBMITTED: {
    status: 422,
    en: 'Failed to submit inquiry',
    ko: '문의를 접수하지 못했어요. 문의 유형과 내용을 확인해 주세요.',
  },
  INQUIRY_NOT_FOUND: { status: 404, en: 'Inquiry not found.', ko: '문의를 찾을 수 없어요.' },
  INQUIRY_NOT_PENDING: {
    en: 'This inquiry has already been answered or closed.',
    ko: '이미 답변을 받았거나 종료된 문의예요.',
  },
  INQUIRY_CLOSED: { en: 'This inquiry is closed.', ko: '종료된 문의예요.' },
  INQUIRY_FULL: {
    en: 'This inquiry cannot take more comments.',
    ko: '이 문의에는 답변을 더 남길 수 없어요.',
  },
  COMMENT_REQUIRED: { status: 422, en: 'Please enter a comment.', ko: '답변 내용을 입력해 주세요.' },
} as const satisfies Readonly<Record<string, StatedError>>;
