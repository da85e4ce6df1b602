/**
 * Invisible characters that change how others are read: they turn the direction of a line round, or make two names
 * that look alike. Without the joiners, which emoji and some scripts need within a sentence.
 */
const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const joiners = /\u200c|\u200d/g;

/** A sentence without them. Taken out, not refused: phones copy them along with a number or a name. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '');

/** A name without them and without joiners. */
export const plainName = (text: string): string => withoutUnseen(text).replace(joiners, '');
