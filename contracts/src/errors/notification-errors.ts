import { conflict, invalid, notFound } from './error-text.ts';

export const notificationErrors = {
  NOTIFICATION_NOT_FOUND: notFound('Notification not found.', '알림을 찾을 수 없어요.'),
  PUSH_SUBSCRIPTION_REFUSED: invalid(
    'Notifications cannot be sent to this browser.',
    '이 브라우저에는 알림을 보낼 수 없어요.',
  ),
  WEB_PUSH_OFF: conflict('Browser notifications are not set up.', '브라우저 알림을 사용할 수 없어요.'),
};
