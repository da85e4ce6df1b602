import { conflict, forbidden, notFound } from './error-text.ts';

export const approvalErrors = {
  APPROVAL_NEEDED: conflict('Another admin has to approve this first.', '다른 관리자의 승인이 필요해요.'),
  CONFIRM_ALONE: conflict(
    'No other admin can check this. Type what is shown.',
    '확인할 다른 관리자가 없어요. 표시된 내용을 입력해 주세요.',
  ),
  APPROVAL_NOT_NEEDED: conflict(
    'This needs no approval by another admin.',
    '다른 관리자의 승인이 필요하지 않아요.',
  ),
  APPROVAL_NOT_FOUND: notFound('Approval request not found.', '승인 요청을 찾을 수 없어요.'),
  APPROVAL_OVER: conflict('This approval request is no longer open.', '이미 종료된 승인 요청이에요.'),
  APPROVAL_WAITING: conflict(
    'Approval has already been requested. Another admin has to decide.',
    '이미 승인을 요청했어요. 다른 관리자의 결정을 기다려 주세요.',
  ),
  APPROVAL_OWN: conflict(
    'You requested this yourself. Another admin has to approve it.',
    '본인이 요청한 건이에요. 다른 관리자가 승인해야 해요.',
  ),
  APPROVAL_ABOUT_SELF: conflict(
    'This is about your own account. Another admin has to refuse it.',
    '본인 계정에 대한 요청이에요. 거절은 다른 관리자가 해야 해요.',
  ),
  APPROVAL_OUTDATED: conflict(
    'This has changed since approval was requested. Nothing was done. Please request it again.',
    '요청한 뒤 내용이 바뀌어 실행하지 않았어요. 다시 요청해 주세요.',
  ),
  APPROVAL_BY_NO_ADMIN: forbidden(
    'Both the requester and the approver must be active admins.',
    '요청한 사람과 승인하는 사람이 모두 활성 관리자여야 해요.',
  ),
};
