import type { StatedError } from './error-text.ts';

export const paymentErrors = {
  STEP_NOT_YOURS: {
    status: 403,
    en: 'This step belongs to your counterpart.',
    ko: '상대가 표시하는 단계예요.',
  },
  STEP_ALREADY_MARKED: { en: 'This step has already been marked.', ko: '이미 표시된 단계예요.' },
  STEP_NOT_MARKED: { en: 'This step has not been marked.', ko: '아직 표시되지 않은 단계예요.' },
  STEP_OUT_OF_ORDER: { en: 'Another step comes first.', ko: '먼저 표시할 단계가 있어요.' },
  STEP_FOLLOWED: {
    en: 'The next step has been marked, so this one can no longer be undone.',
    ko: '다음 단계가 표시되어 되돌릴 수 없어요.',
  },
  STEP_NEEDS_SIGNATURE: {
    status: 422,
    en: 'Please enter the transaction ID.',
    ko: '트랜잭션 ID를 입력해 주세요.',
  },
  STEP_NEEDS_REASON: { status: 422, en: 'Please choose a reason.', ko: '사유를 선택해 주세요.' },
  SIGNATURE_INVALID: {
    status: 422,
    en: 'This is not a Solana transaction ID. Copy it from the transfer in your wallet app.',
    ko: '솔라나 트랜잭션 ID가 아니에요. 지갑 앱의 전송 내역에서 복사해 주세요.',
  },
  SIGNATURE_USED: {
    en: 'This transaction belongs to another match.',
    ko: '다른 매칭에 사용된 트랜잭션 ID예요.',
  },
  WINDOW_PAUSED: {
    en: 'The time for this step is already paused.',
    ko: '제한 시간이 이미 일시 정지되어 있어요.',
  },
  WINDOW_NOT_PAUSED: {
    en: 'The time for this step is not paused.',
    ko: '제한 시간이 일시 정지되어 있지 않아요.',
  },
  WINDOW_OVER: {
    en: 'All steps are marked, so no time is running.',
    ko: '모든 단계가 완료되어 진행 중인 제한 시간이 없어요.',
  },
  TOO_MANY_STEPS: {
    en: 'The steps of this match were changed too often. Please contact the admin.',
    ko: '단계를 너무 자주 바꿨어요. 관리자에게 문의해 주세요.',
  },
} as const satisfies Readonly<Record<string, StatedError>>;
