/** Keeps leading zeros: replacing the first digit would otherwise drop the zeros behind it. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

const isGrouped = (text: string): boolean => /^[\d,]*$/.test(text) && grouped(digitsIn(text)) === text;
const digitsIn = (text: string): string => text.replaceAll(',', '');

/**
 * The text of an amount field after an edit. Digits alone are grouped, also in an amount that was grouped before. Other
 * text is kept: its commas may be decimal separators.
 */
export function afterEdit(before: string, after: string, pasted: boolean): string {
  const onlyDigitsTyped = !pasted && isGrouped(before) && /^\d*$/.test(insertedText(before, after));
  const regroups = /^\d*$/.test(after) || (onlyDigitsTyped && /^[\d,]*$/.test(after));
  return regroups ? grouped(digitsIn(after)) : after;
}

function insertedText(before: string, after: string): string {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.slice(start, after.length - end);
}
