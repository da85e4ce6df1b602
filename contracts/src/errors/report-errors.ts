import { conflict, invalid, notFound, unavailable } from './error-text.ts';

/** Errors of reports, and of admins' calls on read models and replays. */
export const reportErrors = {
  REPORT_MOMENT_UNKNOWN: invalid(
    'The point in time must be a record in the ledger or a time at least one minute ago.',
    '기준 시점은 원장에 있는 기록이거나 1분 이상 지난 시각이어야 해요.',
  ),
  REPORT_PERIOD_INVALID: invalid(
    'The end date cannot be before the start date.',
    '종료일은 시작일보다 빠를 수 없어요.',
  ),
  REPORT_TOO_LONG: invalid(
    'This is too much for one file. Please choose a shorter period.',
    '한 파일에 담기에는 너무 많아요. 기간을 줄여 주세요.',
  ),
  REPORT_HALTED: unavailable(
    'The figures are being checked. Please try again later.',
    '값을 점검하고 있어요. 잠시 후 다시 시도해 주세요.',
  ),

  READ_MODEL_NOT_FOUND: notFound('Read model not found.', '조회 모델을 찾을 수 없어요.'),
  READ_MODEL_NOT_HALTED: conflict('This read model has not halted.', '중단된 조회 모델이 아니에요.'),
  REPLAY_NOT_FOUND: notFound('Replay not found.', '재계산 내역을 찾을 수 없어요.'),
  REPLAY_UNDER_WAY: conflict(
    'This read model is already being replayed.',
    '이미 재계산 중인 조회 모델이에요.',
  ),
  REPLAY_NOT_RUNNING: conflict('This replay is not running.', '진행 중인 재계산이 아니에요.'),
  REPLAY_NOT_DIFFERENT: conflict(
    'No replay is waiting for a decision.',
    '처리 방법을 선택할 재계산 결과가 없어요.',
  ),
  NOTHING_TO_ROLL_BACK: conflict('There are no earlier figures to roll back to.', '복원할 이전 값이 없어요.'),
};
