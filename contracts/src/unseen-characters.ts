/**
 * Invisible characters that change how others are read: they reverse the direction of a line, or make two different
 * names look alike, or are letters without a shape (Hangul fillers). Joiners and tags are not included, since emoji and some
 * scripts need them within a text.
 */
const unseen =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]|\u034f/g;
const joiners = /\u200c|\u200d|[\u{e0000}-\u{e007f}]/gu;

/** A text without them. Removed, not refused: phones copy them along with a number or a name. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '');

/** A name without them, joiners and tags. */
export const plainName = (text: string): string => withoutUnseen(text).replace(joiners, '');
