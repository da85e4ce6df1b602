import {
  badRequest,
  conflict,
  forbidden,
  internal,
  invalid,
  methodNotAllowed,
  notFound,
  tooLarge,
  tooMany,
  unauthorized,
  unavailable,
  unsupportedType,
} from './error-text.ts';

/** Errors of the request itself, independent of the call. */
export const requestErrors = {
  BAD_REQUEST: badRequest('The request is not valid.', '요청 형식이 올바르지 않아요.'),
  UPLOAD_TOO_SLOW: badRequest(
    'The transfer is too slow. Please try again with a better connection.',
    '전송이 너무 느려요. 연결 상태를 확인하고 다시 시도해 주세요.',
  ),
  INVALID_TOKEN: unauthorized(
    'Invalid or expired token',
    '로그인이 더 이상 유효하지 않아요. 다시 로그인해 주세요.',
  ),
  SESSION_IDLE: unauthorized(
    'You were signed out after a period of inactivity.',
    '한동안 사용하지 않아 로그아웃됐어요.',
  ),
  FORBIDDEN: forbidden('You don’t have permission to do this.', '이 작업을 할 권한이 없어요.'),
  NOT_FOUND: notFound('Not found.', '찾을 수 없어요.'),
  METHOD_NOT_ALLOWED: methodNotAllowed('This method is not allowed here.', '지원하지 않는 메서드예요.'),
  IN_PROGRESS: conflict(
    'The same request is still being processed. Please wait a moment.',
    '같은 요청을 처리하고 있어요. 잠시만 기다려 주세요.',
  ),
  RECORD_MISMATCH: conflict(
    'This information does not match its record and is not used. Please contact support (staff: the operator).',
    '이 정보가 기록과 달라 사용할 수 없어요. 고객지원(관리자는 운영팀)에 문의해 주세요.',
  ),
  TOO_LARGE: tooLarge('The request is too large.', '요청이 너무 커요.'),
  UNSUPPORTED_MEDIA_TYPE: unsupportedType(
    'This content type is not supported here.',
    '지원하지 않는 형식이에요.',
  ),
  IDEMPOTENCY_KEY_REUSED: invalid(
    'This idempotency key was already used with a different request.',
    '이 멱등 키는 다른 요청에 이미 사용됐어요.',
  ),
  TOO_MANY_REQUESTS: tooMany(
    'Too many requests. Please try again later.',
    '요청이 너무 많아요. 잠시 후 다시 시도해 주세요.',
  ),
  CHALLENGE_REQUIRED: tooMany(
    'There are very many requests right now. Please try again in a moment.',
    '지금 요청이 아주 많아요. 잠시 후 다시 시도해 주세요.',
  ),
  INTERNAL: internal(
    'Something went wrong. Please try again shortly.',
    '문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
  ),
  UNAVAILABLE: unavailable(
    'The service is not available right now. Please try again.',
    '지금은 서비스를 이용할 수 없어요. 잠시 후 다시 시도해 주세요.',
  ),
};
