import type { StatedError } from './error-text.ts';

/** Errors of actions that need another admin's approval. */
export const approvalErrors = {
  APPROVAL_NEEDED: { en: 'Another admin has to approve this first.', ko: '다른 관리자의 승인이 필요해요.' },
  CONFIRM_ALONE: {
    en: 'No other admin can check this. Type what is shown.',
    ko: '확인할 다른 관리자가 없어요. 표시된 내용을 입력해 주세요.',
  },
  APPROVAL_NOT_NEEDED: {
    en: 'This needs no approval by another admin.',
    ko: '다른 관리자의 승인이 필요하지 않아요.',
  },
  APPROVAL_NOT_FOUND: { status: 404, en: 'Approval request not found.', ko: '승인 요청을 찾을 수 없어요.' },
  APPROVAL_OVER: { en: 'This approval request is no longer open.', ko: '이미 종료된 승인 요청이에요.' },
  APPROVAL_WAITING: {
    en: 'Approval has already been requested. Another admin has to decide.',
    ko: '이미 승인을 요청했어요. 다른 관리자의 결정을 기다려 주세요.',
  },
  APPROVAL_OWN: {
    en: 'You requested this yourself. Another admin has to approve it.',
    ko: '본인이 요청한 건이에요. 다른 관리자가 승인해야 해요.',
  },
  APPROVAL_OUTDATED: {
    en: 'This has changed since approval was requested. Nothing was done. Please request it again.',
    ko: '요청한 뒤 내용이 바뀌어 실행하지 않았어요. 다시 요청해 주세요.',
  },
  APPROVAL_BY_NO_ADMIN: {
    status: 403,
    en: 'Both the requester and the approver must be active admins.',
    ko: '요청한 사람과 승인하는 사람이 모두 활성 관리자여야 해요.',
  },
} as const satisfies Readonly<Record<string, StatedError>>;
