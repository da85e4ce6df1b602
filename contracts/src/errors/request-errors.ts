import type { StatedError } from './error-text.ts';

/** Errors of the request itself, independent of the call. */
export const requestErrors = {
  BAD_REQUEST: { status: 400, en: 'The request is not valid.', ko: '요청 형식이 올바르지 않아요.' },
  UPLOAD_TOO_SLOW: {
    status: 400,
    en: 'The transfer is too slow. Please try again with a better connection.',
    ko: '전송이 너무 느려요. 연결 상태를 확인하고 다시 시도해 주세요.',
  },
  INVALID_TOKEN: { status: 401, en: 'Invalid or expired token', ko: '로그인이 만료됐거나 올바르지 않아요.' },
  SESSION_IDLE: {
    status: 401,
    en: 'You were signed out after a period of inactivity.',
    ko: '한동안 사용하지 않아 로그아웃됐어요.',
  },
  FORBIDDEN: { status: 403, en: 'You don’t have permission to do this.', ko: '이 작업을 할 권한이 없어요.' },
  NOT_FOUND: { status: 404, en: 'Not found.', ko: '찾을 수 없어요.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    en: 'This method is not allowed here.',
    ko: '지원하지 않는 메서드예요.',
  },
  IN_PROGRESS: { en: 'The same request is still being processed.', ko: '같은 요청을 아직 처리하고 있어요.' },
  RECORD_MISMATCH: {
    en: 'This information does not match its record and is not used. Please contact support.',
    ko: '이 정보가 기록과 달라 사용할 수 없어요. 고객지원에 문의해 주세요.',
  },
  TOO_LARGE: { status: 413, en: 'The request is too large.', ko: '요청이 너무 커요.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    en: 'This content type is not supported here.',
    ko: '지원하지 않는 형식이에요.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    en: 'This idempotency key was already used with a different request.',
    ko: '이 멱등 키는 다른 요청에 이미 사용됐어요.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    en: 'Too many requests. Please try again later.',
    ko: '요청이 너무 많아요. 잠시 후 다시 시도해 주세요.',
  },
  CHALLENGE_REQUIRED: {
    status: 429,
    en: 'There are very many requests right now. Please try again in a moment.',
    ko: '지금 요청이 아주 많아요. 잠시 후 다시 시도해 주세요.',
  },
  INTERNAL: { status: 500, en: 'Something went wrong.', ko: '문제가 생겼어요.' },
  UNAVAILABLE: {
    status: 503,
    en: 'The service is not available right now. Please try again.',
    ko: '지금은 서비스를 이용할 수 없어요. 잠시 후 다시 시도해 주세요.',
  },
} as const satisfies Readonly<Record<string, StatedError>>;
