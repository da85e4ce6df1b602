import { conflict, invalid, notFound, tooLarge, tooMany } from './error-text.ts';

/** Errors of chats and inquiries (specification, sections 5 and 8), and of notifications. */
export const conversationErrors = {
  CHAT_NOT_FOUND: notFound('Chat not found.', '채팅을 찾을 수 없어요.'),
  CHAT_MESSAGE_EMPTY: invalid(
    'Please enter a message or attach an image.',
    '메시지를 입력하거나 사진을 첨부해 주세요.',
  ),
  CHAT_MESSAGE_TOO_LONG: invalid(
    'This message is too long. Please split it up.',
    '메시지가 너무 길어요. 나눠서 보내 주세요.',
  ),
  CHAT_MESSAGES_OF_DAY: tooMany(
    'You have reached the limit of messages within 24 hours. Please try again later.',
    '24시간 동안 보낼 수 있는 메시지 수를 넘었어요. 나중에 다시 시도해 주세요.',
  ),
  CHAT_CLOSED: conflict('This chat has ended.', '종료된 채팅이라 메시지를 보낼 수 없어요.'),
  CHAT_IMAGE_TOO_LARGE: tooLarge('Image size must be less than 5MB.', '5MB보다 작은 사진만 보낼 수 있어요.'),
  CHAT_IMAGE_EXPIRED: invalid(
    'The image has expired. Please attach it again.',
    '첨부한 사진이 만료됐어요. 다시 첨부해 주세요.',
  ),

  /** The specification's only text for a refused inquiry; `details.fields` has the reason. */
  INQUIRY_NOT_SUBMITTED: invalid(
    'Failed to submit inquiry',
    '문의를 접수하지 못했어요. 문의 유형과 내용을 확인해 주세요.',
  ),
  INQUIRY_NOT_FOUND: notFound('Inquiry not found.', '문의를 찾을 수 없어요.'),
  INQUIRY_NOT_PENDING: conflict(
    'This inquiry has already been answered or closed.',
    '이미 답변을 받았거나 종료된 문의예요.',
  ),
  INQUIRY_CLOSED: conflict('This inquiry is closed.', '종료된 문의예요.'),
  INQUIRY_FULL: conflict('This inquiry cannot take more comments.', '이 문의에는 답변을 더 남길 수 없어요.'),
  COMMENT_REQUIRED: invalid('Please enter a comment.', '답변 내용을 입력해 주세요.'),

  NOTIFICATION_NOT_FOUND: notFound('Notification not found.', '알림을 찾을 수 없어요.'),
  PUSH_SUBSCRIPTION_REFUSED: invalid(
    'Notifications cannot be sent to this browser.',
    '이 브라우저에는 알림을 보낼 수 없어요.',
  ),
  WEB_PUSH_OFF: conflict('Browser notifications are not set up.', '브라우저 알림을 사용할 수 없어요.'),
};
