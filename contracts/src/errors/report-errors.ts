import { invalid, unavailable } from './error-text.ts';

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
};
