import { conflict, notFound } from './error-text.ts';

/** Errors of admins' calls on read models and replays. */
export const staffErrors = {
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
