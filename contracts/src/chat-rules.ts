/*
 * The rules of chat that both sides hold to, apart from the schemas so that a browser can read them without those.
 */

/** Of a message, in UTF-16 units, as browsers count. */
export const maxChatLength = 2_000;
/** Of an image as it is sent (specification, section 5). */
export const maxChatImageBytes = 5 * 1024 * 1024;
/** What a message is called that is only an image (specification, section 5). */
export const imageOnlyContent = 'Image';
/** The room of a member with the admins. */
export const supportRoomOf = (memberId: string): string => `support-${memberId}`;
