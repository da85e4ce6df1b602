/* The chat rules that client and server share, separate from the schemas so that a browser can load them without zod. */

/** Of a message, in UTF-16 code units. */
export const chatLengthMax = 2_000;
/** Of an image upload (specification, section 5). */
export const chatImageBytesMax = 5 * 1024 * 1024;
/** The content of a message that has only an image (specification, section 5). */
export const imageOnlyContent = 'Image';
/** The room of a member with the admins. */
export const supportRoomOf = (memberId: string): string => `support-${memberId}`;
/** A room's member, if it is such a room; otherwise the text unchanged. */
export const memberOfSupportRoom = (room: string): string => room.replace(/^support-/, '');
