import type { StatedError } from './error-text.ts';

/** Errors of admins' calls on read models and replays. */
export const staffErrors = {
  READ_MODEL_NOT_FOUND: { status: 404, en: 'Read model not found.', ko: '조회 모델을 찾을 수 없어요.' },
  READ_MODEL_NOT_HALTED: { en: 'This read model has not halted.', ko: '중단된 조회 모델이 아니에요.' },
  REPLAY_NOT_FOUND: { status: 404, en: 'Replay not found.', ko: '재계산 내역을 찾을 수 없어요.' },
  REPLAY_UNDER_WAY: {
    en: 'This read model is already being replayed.',
    ko: '이미 재계산 중인 조회 모델이에요.',
  },
  REPLAY_NOT_RUNNING: { en: 'This replay is not running.', ko: '진행 중인 재계산이 아니에요.' },
  REPLAY_NOT_DIFFERENT: {
    en: 'No replay is waiting for a decision.',
    ko: '처리 방법을 선택할 재계산 결과가 없어요.',
  },
  NOTHING_TO_ROLL_BACK: {
    en: 'There are no earlier figures to roll back to.',
    ko: '복원할 이전 값이 없어요.',
  },
} as const satisfies Readonly<Record<string, StatedError>>;
