/** What LIKE takes for "has this text in it": LIKE's own characters are meant literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
