import { conflict, invalid, notFound, tooLarge, tooMany } from './error-text.ts';

/** Errors of chat rooms and their messages (specification, sections 5 and 8). */
export const chatErrors = {
  CHAT_NOT_FOUND: notFound('Chat not found.', '채팅을 찾을 수 없어요.'),
  CHAT_MESSAGE_EMPTY: invalid(
    'Please enter a message or attach an image.',
    '메시지를 입력하거나 사진을 첨부해 주세요.',
  ),
  CHAT_MESSAGE_TOO_LONG: invalid('This message is too long.', '메시지가 너무 길어요. 나눠서 보내 주세요.'),
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
};
