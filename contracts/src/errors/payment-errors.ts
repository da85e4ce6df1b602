import { conflict, forbidden, invalid } from './error-text.ts';

export const paymentErrors = {
  STEP_NOT_YOURS: forbidden('This step belongs to your counterpart.', '상대가 표시하는 단계예요.'),
  STEP_ALREADY_MARKED: conflict('This step has already been marked.', '이미 표시된 단계예요.'),
  STEP_NOT_MARKED: conflict('This step has not been marked.', '아직 표시되지 않은 단계예요.'),
  STEP_OUT_OF_ORDER: conflict('Another step comes first.', '먼저 표시할 단계가 있어요.'),
  STEP_FOLLOWED: conflict(
    'The next step has been marked, so this one can no longer be undone.',
    '다음 단계가 표시되어 되돌릴 수 없어요.',
  ),
  STEP_NEEDS_SIGNATURE: invalid('Please enter the transaction ID.', '트랜잭션 ID를 입력해 주세요.'),
  STEP_NEEDS_REASON: invalid('Please choose a reason.', '사유를 선택해 주세요.'),
  SIGNATURE_INVALID: invalid(
    'This is not a Solana transaction ID. Copy it from the transfer in your wallet app.',
    '솔라나 트랜잭션 ID가 아니에요. 지갑 앱의 전송 내역에서 복사해 주세요.',
  ),
  SIGNATURE_USED: conflict(
    'This transaction belongs to another match. Please enter the ID of your transfer for this one.',
    '다른 매칭에 사용된 트랜잭션 ID예요. 이번 전송의 ID를 입력해 주세요.',
  ),
  WINDOW_PAUSED: conflict(
    'The time for this step is already paused.',
    '제한 시간이 이미 일시 정지되어 있어요.',
  ),
  WINDOW_NOT_PAUSED: conflict(
    'The time for this step is not paused.',
    '제한 시간이 일시 정지되어 있지 않아요.',
  ),
  WINDOW_OVER: conflict(
    'All steps are marked, so no time is running.',
    '모든 단계가 완료되어 진행 중인 제한 시간이 없어요.',
  ),
  TOO_MANY_STEPS: conflict(
    'The steps of this match can no longer be changed. Please contact the admin.',
    '이 매칭의 단계는 더 이상 바꿀 수 없어요. 관리자에게 문의해 주세요.',
  ),
};
