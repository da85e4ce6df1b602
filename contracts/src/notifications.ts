import { englishTexts } from './notification-texts-en.ts';

/**
 * Notifications are stored as a code with parameters; the text is made when they are read, in the reader's language
 * (`notification-texts.ts`).
 */

/** The lists of notifications (specification, section 7). */
export const notificationTopics = [
  'sellOrders',
  'buyOrders',
  'chatSession',
  'registration',
  'inquiry',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** Each has a text: no code is without one. */
export type NotificationCode = keyof typeof englishTexts;
export const notificationCodes = Object.keys(englishTexts) as readonly NotificationCode[];
