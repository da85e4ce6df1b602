import type { ErrorText } from './error-text.ts';

/** Errors of what admins do with read models and replays. */
export const deskErrors = {
  READ_MODEL_NOT_FOUND: {
    status: 404,
    en: 'There is no such read model.',
    ko: '그런 조회 모델이 없어요.',
  },
  READ_MODEL_NOT_HALTED: {
    status: 409,
    en: 'This read model has not halted.',
    ko: '멈춘 조회 모델이 아니에요.',
  },
  REPLAY_NOT_FOUND: { status: 404, en: 'Replay not found.', ko: '재구성 기록을 찾을 수 없어요.' },
  REPLAY_UNDER_WAY: {
    status: 409,
    en: 'This read model is already being replayed.',
    ko: '이미 재구성 중인 조회 모델이에요.',
  },
  REPLAY_NOT_RUNNING: {
    status: 409,
    en: 'This replay is not running.',
    ko: '실행 중인 재구성이 아니에요.',
  },
  REPLAY_NOT_DIFFERENT: {
    status: 409,
    en: 'There is no rebuilt version waiting for a decision.',
    ko: '결정을 기다리는 재구성 결과가 없어요.',
  },
  NOTHING_TO_ROLL_BACK: {
    status: 409,
    en: 'There is no earlier build to go back to.',
    ko: '되돌릴 이전 버전이 없어요.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
