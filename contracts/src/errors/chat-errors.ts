import type { StatedError } from './error-text.ts';

/** Errors of chat rooms and their messages (specification, sections 5 and 8). */
export const chatErrors = {
  CHAT_NOT_FOUND: { status: 404, en: 'Chat not found.', ko: '채팅을 찾을 수 없어요.' },
  CHAT_MESSAGE_EMPTY: {
    status: 422,
    en: 'Please enter a message or attach an image.',
    ko: '메시지를 입력하거나 사진을 첨부해 주세요.',
  },
  CHAT_MESSAGE_TOO_LONG: {
    status: 422,
    en: 'This message is too long.',
    ko: '메시지가 너무 길어요. 나눠서 보내 주세요.',
  },
  CHAT_MESSAGES_OF_DAY: {
    status: 429,
    en: 'You have reached the limit of messages within 24 hours. Please try again later.',
    ko: '24시간 동안 보낼 수 있는 메시지 수를 넘었어요. 나중에 다시 시도해 주세요.',
  },
  CHAT_CLOSED: { en: 'This chat has ended.', ko: '종료된 채팅이라 메시지를 보낼 수 없어요.' },
  CHAT_IMAGE_TOO_LARGE: {
    status: 413,
    en: 'Image size must be less than 5MB.',
    ko: '5MB보다 작은 사진만 보낼 수 있어요.',
  },
  CHAT_IMAGE_EXPIRED: {
    status: 422,
    en: 'The image has expired. Please attach it again.',
    ko: '첨부한 사진이 만료됐어요. 다시 첨부해 주세요.',
  },
} as const satisfies Readonly<Record<string, StatedError>>;
