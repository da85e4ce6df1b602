import type { StatedError } from './error-text.ts';

export const notificationErrors = {
  NOTIFICATION_NOT_FOUND: { status: 404, en: 'Notification not found.', ko: '알림을 찾을 수 없어요.' },
  PUSH_SUBSCRIPTION_REFUSED: {
    status: 422,
    en: 'Notifications cannot be sent to this browser.',
    ko: '이 브라우저에는 알림을 보낼 수 없어요.',
  },
  WEB_PUSH_OFF: { en: 'Browser notifications are not set up.', ko: '브라우저 알림을 사용할 수 없어요.' },
} as const satisfies Readonly<Record<string, StatedError>>;
