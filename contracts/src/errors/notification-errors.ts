import type { ErrorText } from './error-text.ts';

/** Errors of notifications. */
export const notificationErrors = {
  NOTIFICATION_NOT_FOUND: { status: 404, en: 'Notification not found.', ko: '알림을 찾을 수 없어요.' },
  PUSH_SUBSCRIPTION_REFUSED: {
    status: 422,
    en: 'This browser cannot be notified here.',
    ko: '이 브라우저에는 알림을 보낼 수 없어요.',
  },
  WEB_PUSH_OFF: {
    status: 409,
    en: 'Browser notifications are not set up here.',
    ko: '브라우저 알림이 설정되어 있지 않아요.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
