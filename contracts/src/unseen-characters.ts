/**
 * Invisible characters that change how others are read: they reverse the direction of a line, or make two different
 * names look alike, or are letters without a shape (Hangul fillers), or control a terminal. Joiners, tags and variants
 * are not included, since emoji and some scripts need them within a text.
 */
const unseen =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]|\u034f|[\u{1d173}-\u{1d17a}]|(?![\t\n\r])\p{Cc}/gu;
const unseenInNames = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** More marks on one letter than any language writes: they draw over other lines, and cannot be broken at the end of one. */
const piledMarks = /(?<=\p{M}{4})\p{M}+/gu;

/**
 * A text without them. Removed, not refused: phones copy them along with a number or a name. Unpaired surrogates, as
 * of an emoji that was cut, are replaced: they cannot be stored, and a hashed text has to equal the stored one.
 */
export const withoutUnseen = (text: string): string =>
  text.toWellFormed().replace(unseen, '').replace(piledMarks, '');

/** A name without them, joiners, tags, variants and line breaks. */
export const plainName = (text: string): string => withoutUnseen(text).replace(unseenInNames, '');
